import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test.each([0, 1])('a run that has set the code %i ends with it after PostgreSQL', async (code) => {
  const run = `
    const { startPostgres } = await import('./server/testing/postgres.ts')
    const { stop } = await startPostgres()
    process.exitCode = ${code}
    await stop()
  `
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', run]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  expect((await once(child, 'exit'))[0]).toBe(code)
})
