import { afterEach, expect, test, vi } from 'vitest'
import { keepPicture } from './picture-cache.ts'

afterEach(() => vi.unstubAllGlobals())

/** A cache of the worker in memory, which lists the oldest first. */
function pictureCache(): Map<string, Response> {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (url: string, answer: Response) => kept.set(url, answer),
    keys: async () => [...kept.keys()],
    match: async (url: string) => kept.get(url),
    delete: async (url: string) => kept.delete(url),
  }
  vi.stubGlobal('self', { caches: { open: async () => cache } })
  return kept
}

test.each([
  [85, 4, 80],
  [6, 9_000_000, 4],
])(
  'of %i pictures of %i bytes, the newest %i are kept: at most 80 and 40 MB',
  async (count, bytes, newest) => {
    const kept = pictureCache()
    const urls = Array.from({ length: count }, (_, index) => `https://pictures.test/${index}`)
    const picture = new Blob([new Uint8Array(bytes)], { type: 'image/webp' })
    for (const url of urls) await keepPicture('pictures', url, new Response(picture))
    expect([...kept.keys()]).toEqual(urls.slice(-newest))
    expect(kept.get(urls.at(-1) ?? '')?.headers.get('Content-Type')).toBe('image/webp')
  },
)
