import { expect, test } from 'vitest'
import { appOf, httpApi } from './testing/http-api.ts'

const KEY = 'of-the-teacher-alone'

test('R13.19: a server with a control key demands it for controls, and its app has no tab for them', async () => {
  const { send } = await httpApi({ controlKey: KEY, app: appOf() })
  const statusWith = async (key: string) =>
    (await send('/api/mock', { headers: { 'Gearheads-Control-Key': key } })).status
  expect(await statusWith(`${KEY}!`)).toBe(403)
  expect(await statusWith(KEY)).toBe(200)
  const page = await send('/', { headers: { Accept: 'text/html' } })
  expect(await page.text()).toContain('data-club=""')
})
