import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
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

test.skipIf(process.platform === 'win32')(
  'what an installation prints is not in the output of the command',
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'gearheads-run-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    writeFileSync(join(cwd, 'npm'), '#!/bin/sh\necho added 900 packages\n', { mode: 0o755 })
    const env = { ...process.env, PATH: `${cwd}${delimiter}${process.env.PATH}` }
    const args = [resolve('scripts/run.mjs'), process.execPath, '-e', 'console.log("{}")']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env })
    expect({ stdout, stderr }).toEqual({
      stdout: '{}\n',
      stderr: expect.stringContaining('added 900 packages'),
    })
  },
)

test.each(['serve', 'preview'])(
  'vite %s says in a sentence that a port is none',
  async (command) => {
    // Bundled, the configuration may take so long that Vite prints where the time went.
    const vite = ['node_modules/vite/bin/vite.js', command, '--configLoader', 'native']
    const args = [...vite, '--port', 'abc']
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      ...{ code: 1, stderr: '--port takes a number from 0 to 65535, not abc\n' },
    })
  },
)
