import { expect, test } from 'vitest'
import { filesOfRun } from '../scripts/judge/run-server.ts'
import type { Call } from '../src/contract/call.ts'
import { calls } from '../src/contract/calls.ts'
import { demandControlKey } from './control-key.ts'
import { testApi } from './testing/api.ts'

const KEY = 'of-the-judge-alone'

test('R13.19: the worker of a judged run has the hash of the key, and refuses each control without the key', async () => {
  const app = new Map([['/sw.js', '']])
  const files = filesOfRun(app, { page: '', worker: '' }, { controlKey: KEY })
  const worker = String(files.get('/sw.js'))
  expect(worker).not.toContain(KEY)
  const [, hash = ''] = /controlKey = '(.+)'/.exec(worker) ?? []
  const { send } = testApi(undefined, { admitControl: demandControlKey(hash) })

  const controls = Object.entries<Call>(calls).filter(([, { control }]) => control)
  const statuses = async (headers: HeadersInit) => {
    const replies = controls.map(async ([name]) => {
      const [method = '', path = ''] = name.split(' ')
      return [name, (await send(path, { method, headers })).status]
    })
    return Object.fromEntries(await Promise.all(replies))
  }
  const closed = Object.fromEntries(controls.map(([name]) => [name, 403]))
  const expected = { ...closed, 'GET /api/openapi.json': 200 }
  expect(await statuses({})).toEqual(expected)
  expect(await statuses({ 'Gearheads-Control-Key': hash })).toEqual(expected)
  const open = await statuses({ 'Gearheads-Control-Key': KEY })
  expect(Object.values(open)).not.toContain(403)
  expect((await send('/api/posts')).status).toBe(200)
})
