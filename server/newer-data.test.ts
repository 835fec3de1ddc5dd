import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../mocks/migrations.ts'
import { sqliteStore } from './adapters/sqlite.ts'
import { httpApi } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

test('a server that is older than its data does not start, says where the way back is, and changes nothing', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const { close } = await httpApi({ data })
  await close()
  const newer = new Map([['meta/version', migrations.length + 1]])
  const store = sqliteStore(data)
  await store.write(newer)
  store.close()
  const args = ['--disable-warning=ExperimentalWarning', MAIN, '--api-only', '--controls']
  const child = spawn(process.execPath, [...args, '--port', '0', '--data', data])
  const exited = new Promise((resolve) => child.once('exit', resolve))
  expect(await text(child.stderr)).toContain(
    'The data were written by a newer version of Gearheads. Update this one, or go back: docs/club.md#updating-a-club.',
  )
  expect(await exited).toBe(1)
  const after = sqliteStore(data)
  expect(await after.read(['meta/version'])).toEqual([migrations.length + 1])
  after.close()
})
