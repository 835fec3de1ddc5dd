import { safeParse } from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('../src/contract/text-limits.ts')
  vi.resetModules()
})

/** The code that knows of pictures, with another limit of them. */
async function withMaxPictures(max: number) {
  vi.resetModules()
  const limits = await vi.importActual<typeof import('../src/contract/text-limits.ts')>(
    '../src/contract/text-limits.ts',
  )
  vi.doMock('../src/contract/text-limits.ts', () => ({ ...limits, MAX_PICTURES: max }))
  const { NewContent } = await import('../src/contract/content.ts')
  const bundles = await import('../sync/courier/bundle.ts')
  const bodies = await import('../server/bodies.ts')
  return { NewContent, ...bundles, ...bodies }
}

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

test.each([1, 10, 20])('posts can have up to %i pictures if that is the limit', async (max) => {
  const { NewContent, encodeBundle, decodeBundle, checkJson, maxBytesOf } =
    await withMaxPictures(max)
  const pictures = Array.from({ length: max + 1 }, (_, n) => ({
    url: `/api/uploads/${uuid(n)}`,
    alt: '車'.repeat(2_000),
  }))
  const body = { content: '', images: pictures.slice(0, max) }
  expect(safeParse(NewContent, body).success).toBe(true)
  const { issues } = safeParse(NewContent, { ...body, images: pictures })
  expect(issues?.[0].message).toBe(`must be at most ${max} pictures`)

  // A club accepts it, whatever bytes its characters take.
  const json = Buffer.from(JSON.stringify(body))
  const call = (await import('../src/contract/calls.ts')).calls['POST /api/posts']
  expect(json.length).toBeLessThanOrEqual(maxBytesOf(call))
  expect(() => checkJson(json)).not.toThrow()

  // A phone can take it without any of its pictures.
  const lacks = body.images.map((_, n) => uuid(n))
  const write = { name: uuid(99), hops: 0, call: 'POST /api/posts', params: {}, body, lacks }
  const batches = [{ author: uuid(98), kid: 'kid', signature: 'signature', writes: [write] }]
  const bytes = await encodeBundle({ version: 1, club: 'club', has: [], batches }, [])
  expect((await decodeBundle(bytes))?.bundle.batches).toEqual(batches)
})
