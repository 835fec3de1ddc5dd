import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearShare, readShare } from '../share-inbox.ts'
import { isShare, takeShare } from './share-target.ts'

const ORIGIN = 'https://gearheads.test'

beforeEach(async () => {
  vi.stubGlobal('self', { registration: { scope: `${ORIGIN}/` }, location: { origin: ORIGIN } })
  await clearShare()
})
afterEach(() => vi.unstubAllGlobals())

function share(fields: Record<string, string>, images: File[] = [], origin = 'null'): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const image of images) body.append('images', image)
  const request = new Request(`${ORIGIN}/share`, { method: 'POST', body })
  // A header that only the browser may set.
  vi.spyOn(request.headers, 'get').mockImplementation((name) => (name === 'origin' ? origin : null))
  vi.spyOn(request, 'formData').mockResolvedValue(body)
  return request
}

const image = (bytes: number) => new File([new Uint8Array(bytes)], 'ride.jpg')

test('a share is kept, and the composer opened', async () => {
  const request = share({ title: 'Ride', text: 'See https://a.test', url: 'https://a.test' })
  expect(isShare(request)).toBe(true)
  const answer = await takeShare(request)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${ORIGIN}/homePage?compose`,
  ])
  expect(await readShare()).toEqual({ text: 'Ride\nSee https://a.test', images: [] })
})

test('10,000 letters and 10 images are kept at most', async () => {
  await takeShare(share({ text: 'x'.repeat(10_001) }, Array(12).fill(image(10))))
  const kept = await readShare()
  expect(kept?.text).toHaveLength(10_000)
  expect(kept?.images).toHaveLength(10)
})

test('20 MB of images are kept at most', async () => {
  await takeShare(share({}, [image(12_000_000), image(8_000_000), image(1)]))
  expect((await readShare())?.images).toHaveLength(2)
})

test('the form of another website is refused', async () => {
  const answer = await takeShare(share({ text: 'Spam' }, [], 'https://evil.test'))
  expect(answer.status).toBe(403)
  expect(await readShare()).toBeUndefined()
})
