import { afterEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.ts'

afterEach(() => vi.unstubAllGlobals())

const refusing = {
  request: () => Promise.reject(new DOMException('Blocked by a test', 'SecurityError')),
}

test.each([
  ['exist', navigator.locks],
  ['refuse', refusing],
  ['do not exist', undefined],
])(
  'where Web Locks %s, work of one name runs one at a time, and a failure lets the next one run',
  async (_case, locks) => {
    vi.stubGlobal('navigator', { locks })
    const events: string[] = []
    const work = (name: string) => async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      if (name === 'first') throw new Error('The work itself')
      return name
    }
    const results = await Promise.allSettled(
      ['first', 'second'].map((name) => withLock('a', work(name))),
    )
    expect(results).toMatchObject([{ reason: { message: 'The work itself' } }, { value: 'second' }])
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  },
)
