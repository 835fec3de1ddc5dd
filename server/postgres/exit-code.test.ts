import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a run whose tests have failed ends with an error after PostgreSQL has stopped', async () => {
  const run = `
    const { startPostgres } = await import('./server/testing/postgres.ts')
    const { stop } = await startPostgres()
    process.exitCode = 1
    await stop()
  `
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', run]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
})
