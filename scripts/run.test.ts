import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = `
  setInterval(() => {}, 1000)
  process.once('SIGTERM', () => { console.log('ended'); process.exit() })
  console.log('started')`

test.skipIf(process.platform === 'win32')(
  'a stop signal of npm reaches the command although the shell does not pass it on',
  async () => {
    // The shell has something left to do, so that it does not become the command.
    const script = '"$0" scripts/run.mjs "$0" -e "$1"; true'
    const env = { ...process.env, npm_lifecycle_event: 'api' }
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const shell = spawn('sh', ['-c', script, process.execPath, PROGRAM], {
      env,
      stdio: [...stdio],
      detached: true,
    })
    onTestFinished(() => {
      // The whole group, in case something of it is left.
      try {
        process.kill(-Number(shell.pid), 'SIGKILL')
      } catch {}
    })
    const [first] = await once(shell.stdout, 'data')
    expect(String(first)).toBe('started\n')
    shell.kill('SIGTERM')
    expect(await text(shell.stdout)).toBe('ended\n')
  },
)
