import { expect, test, vi } from 'vitest'
import { showPush, WAIT_MS } from './push.ts'

const message = (title: string) =>
  ({ json: () => ({ notification: { title, tag: 'like' } }) }) as PushMessageData

test('a message never replaces a newer one, whose icon is loaded sooner (R17.9)', async () => {
  const shown: string[] = []
  const first = Promise.withResolvers<void>()
  const showNotification = vi.fn(async (title: string) => {
    if (title === 'Mira likes your post') await first.promise
    shown.push(title)
  })
  vi.stubGlobal('self', {
    clients: { matchAll: async () => [] },
    registration: { showNotification },
  })
  const older = showPush(message('Mira likes your post'))
  const newer = showPush(message('Mira and Juno like your post'))
  await expect.poll(() => showNotification.mock.calls).not.toHaveLength(0)
  first.resolve()
  await Promise.all([older, newer])
  expect(shown).toEqual(['Mira likes your post', 'Mira and Juno like your post'])
  vi.unstubAllGlobals()
})

test('a message that could not be shown does not hold back the next one', async () => {
  const matchAll = vi.fn(async () => []).mockRejectedValueOnce(new Error('no clients'))
  const showNotification = vi.fn(async () => undefined)
  vi.stubGlobal('self', { clients: { matchAll }, registration: { showNotification } })
  await expect(showPush(message('Mira likes your post'))).rejects.toThrow('no clients')
  await showPush(message('Kenji follows you'))
  expect(showNotification).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a message whose icon never loads holds back the next one for five seconds', async () => {
  vi.useFakeTimers()
  const showNotification = vi.fn(async () => undefined)
  showNotification.mockReturnValueOnce(new Promise(() => {}))
  const registration = { showNotification }
  vi.stubGlobal('self', { clients: { matchAll: async () => [] }, registration })
  void showPush(message('Mira likes your post'))
  const next = showPush(message('Kenji follows you'))
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  await next
  expect(showNotification).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
