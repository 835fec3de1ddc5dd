import { expect, test } from 'vitest'
import type { Call } from '../src/contract/call.ts'
import { calls } from '../src/contract/calls.ts'
import { appOf, httpApi } from './testing/http-api.ts'

const KEY = 'of-the-teacher-alone'
const controls = Object.entries<Call>(calls).filter(([, { control }]) => control)

test('with a control key, no control works without it (R13.19)', async () => {
  const { send } = await httpApi({ controlKey: KEY, app: appOf() })
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
  expect(await statuses({ 'Gearheads-Control-Key': `${KEY}!` })).toEqual(expected)
  const open = Object.values(await statuses({ 'Gearheads-Control-Key': KEY }))
  expect(open).not.toContain(403)
  expect((await send('/api/posts')).status).toBe(200)
  const page = await send('/', { headers: { Accept: 'text/html' } })
  expect(await page.text(), 'the app has no tab for them').toContain('data-club=""')
})
