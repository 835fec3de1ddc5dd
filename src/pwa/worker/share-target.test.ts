import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearShares, MOST_SHARES, readShare, removeShare } from '../share-inbox.ts'
import { isShare, takeShare } from './share-target.ts'

const ORIGIN = 'https://gearheads.test'

beforeEach(async () => {
  vi.stubGlobal('self', { registration: { scope: `${ORIGIN}/` }, location: { origin: ORIGIN } })
  await clearShares()
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

test('a share is stored, and the composer opens', async () => {
  const request = share({ title: 'Ride', text: 'See https://a.test', url: 'https://a.test' })
  expect(isShare(request)).toBe(true)
  const answer = await takeShare(request)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${ORIGIN}/homePage?compose`,
  ])
  expect(await readShare()).toMatchObject({ text: 'Ride\nSee https://a.test', images: [] })
})

test('at most 10,000 characters and 10 images are stored (R16.7)', async () => {
  await takeShare(share({ text: 'x'.repeat(10_001) }, Array(12).fill(image(10))))
  const kept = await readShare()
  expect(kept?.text).toHaveLength(10_000)
  expect(kept?.images).toHaveLength(10)
})

test('at most 20 MB of images are stored (R16.7)', async () => {
  await takeShare(share({}, [image(12_000_000), image(8_000_000), image(1)]))
  expect((await readShare())?.images).toHaveLength(2)
})

test('shares are queued in their order until each is removed (R16.7)', async () => {
  await takeShare(share({ text: 'First' }))
  await takeShare(share({ text: 'Second' }))
  const first = await readShare()
  expect(first?.text).toBe('First')
  await removeShare(first?.id ?? '')
  expect((await readShare())?.text).toBe('Second')
})

test('a share is rejected if too many are queued, and none of those is lost', async () => {
  for (let count = 0; count < MOST_SHARES; count++) await takeShare(share({ text: `${count}` }))
  expect((await takeShare(share({ text: 'One more' }))).status).toBe(507)
  const texts = []
  for (let next = await readShare(); next; next = await readShare()) {
    texts.push(next.text)
    await removeShare(next.id)
  }
  expect(texts).toEqual(Array.from({ length: MOST_SHARES }, (_, count) => `${count}`))
})

test('a form of another website is rejected (R16.8)', async () => {
  const answer = await takeShare(share({ text: 'Spam' }, [], 'https://evil.test'))
  expect(answer.status).toBe(403)
  expect(await readShare()).toBeUndefined()
})

test('the posts of a phone nearby are stored beside pictures', async () => {
  const request = share({})
  const form = await request.formData()
  form.append('bundles', new File(['bundle'], 'posts.gearheads.txt'))
  await takeShare(request)
  expect((await readShare())?.bundles).toMatchObject([{ name: 'posts.gearheads.txt' }])
})
