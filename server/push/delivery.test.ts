import { expect, onTestFinished, test } from 'vitest'
import { PushService } from '../testing/push-service.ts'
import { Delivery } from './delivery.ts'
import type { Message } from './messages.ts'
import type { PushReply } from './push-service.ts'

const vapid = { publicKey: '', authorize: async () => 'vapid' }

/** Push services that reply when the test says so. */
async function scene() {
  const { keys } = await new PushService().newBrowser()
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const open: { endpoint: string; reply: (reply: PushReply) => void }[] = []
  const delivery = new Delivery({
    post: (endpoint) => new Promise((reply) => open.push({ endpoint, reply })),
    vapid,
    onGone: async () => undefined,
    pause: () => 0,
    signal: closing.signal,
  })
  const messageTo = (service: string) => {
    const subscription = { endpoint: `https://${service}/a`, ...keys }
    return { subscription, text: '{}', topic: 't' } as Message
  }
  return { delivery, open, closing, messageTo }
}

test('a dead push service holds up neither the others nor the memory', async () => {
  const { delivery, open, messageTo } = await scene()
  const accepted = Array.from({ length: 2_000 }, () => delivery.add(messageTo('dead.test')))
  expect(accepted.filter(Boolean)).toHaveLength(500)
  await expect.poll(() => open.length).toBe(4)
  expect(delivery.add(messageTo('live.test'))).toBe(true)
  await expect.poll(() => open.map(({ endpoint }) => endpoint)).toContain('https://live.test/a')
  expect(open).toHaveLength(5)
})

test('at most 16 messages are sent at the same time, and each makes room for the next', async () => {
  const { delivery, open, messageTo } = await scene()
  for (let n = 0; n < 40; n++) delivery.add(messageTo(`service-${n % 10}.test`))
  await expect.poll(() => open.length).toBe(16)
  for (const { reply } of open.splice(0, 3)) reply({ status: 201 })
  await expect.poll(() => open.length).toBe(16)
})

test('a service that asks for a pause of more than ten minutes gets no second try', async () => {
  const { delivery, open, messageTo } = await scene()
  delivery.add(messageTo('busy.test'))
  await expect.poll(() => open.length).toBe(1)
  open.pop()?.reply({ status: 429, retryAfter: 11 * 60_000 })
  for (let n = 0; n < 500; n++) delivery.add(messageTo('busy.test'))
  // The first has given its place back.
  await expect.poll(() => delivery.add(messageTo('busy.test'))).toBe(true)
})

test('nothing is sent after the club has ended', async () => {
  const { delivery, open, closing, messageTo } = await scene()
  for (let n = 0; n < 10; n++) delivery.add(messageTo('a.test'))
  await expect.poll(() => open.length).toBe(4)
  closing.abort()
  for (const { reply } of open.splice(0)) reply({ status: 201 })
  await Promise.resolve()
  expect(open).toEqual([])
})
