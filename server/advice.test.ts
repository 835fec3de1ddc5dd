import { expect, test } from 'vitest'
import type { EventLine } from './log.ts'
import { httpApi } from './testing/http-api.ts'

async function advised(options: Parameters<typeof httpApi>[0] = {}) {
  const events: string[] = []
  const logEvent = ({ event }: EventLine) => void events.push(event)
  const api = await httpApi({ ...options, controls: false, logEvent })
  const forward = () => api.send('/api/posts', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  return { ...api, events, forward }
}

test('a club behind a proxy that does not trust it names the option, once', async () => {
  const { events, forward } = await advised()
  await forward()
  await forward()
  expect(events).toEqual([expect.stringContaining('--trust-proxy')])
  const trusting = await advised({ trustProxy: true })
  await trusting.forward()
  expect(trusting.events).toEqual([])
})

test('sign-ups that are too many for one address name the option', async () => {
  const { events, post } = await advised({ limits: { signUps: { burst: 1, perSecond: 0.001 } } })
  for (const username of ['anna', 'bert', 'carl']) {
    await post('/api/auth/signup', { username, password: 'Torque#1', name: username })
  }
  expect(events).toEqual([expect.stringContaining('--people-per-address')])
})
