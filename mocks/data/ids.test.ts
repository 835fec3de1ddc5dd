import { beforeEach, expect, test, vi } from 'vitest'

// The order of ids lives in the module: every test begins with a fresh one.
let ids: typeof import('./ids.ts')
beforeEach(async () => {
  vi.resetModules()
  ids = await import('./ids.ts')
})

const NOW = 0x0123456789ab

function isAscending(texts: string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') < text)
}

test('a new id is a UUID version 7 of its time', () => {
  expect(ids.newUuid(NOW)).toMatch(/^01234567-89ab-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.newUuid(NOW + 1)).toMatch(/^01234567-89ac-7000-/)
})

test('ids of one millisecond are in order', () => {
  const made = Array.from({ length: 4096 }, () => ids.newUuid(NOW))
  expect(isAscending(made)).toBe(true)
  expect(made.at(-1)).toMatch(/^01234567-89ab-7fff-/)
})

test('ids are in order when a millisecond has more than 4096 of them', () => {
  const made = Array.from({ length: 10_000 }, () => ids.newUuid(NOW))
  const later = [NOW + 1, NOW + 1, NOW + 2, NOW + 3].map((now) => ids.newUuid(now))
  expect(isAscending([...made, ...later])).toBe(true)
  expect(made[4096]).toMatch(/^01234567-89ac-7000-/)
  for (const id of [...made, ...later]) expect(ids.isUuid(id)).toBe(true)
})

test('ids are in order when the clock is set back and when it has caught up', () => {
  const clock = [NOW, NOW - 3_600_000, NOW - 1, NOW, NOW, NOW + 1, NOW - 5, NOW + 2]
  expect(isAscending(clock.map((now) => ids.newUuid(now)))).toBe(true)
})

test('ids are in order when the clock is set back in a full millisecond', () => {
  const made = Array.from({ length: 5000 }, (_, index) => ids.newUuid(NOW - index))
  expect(isAscending(made)).toBe(true)
})

test('an id follows the one it is given, although the clock is behind it', () => {
  const newest = ids.newUuid(NOW + 3_600_000)
  vi.resetModules()
  return import('./ids.ts').then((restarted) => {
    const made = [newest]
    for (let n = 0; n < 5000; n++) made.push(restarted.newUuid(NOW + n, made.at(-1)))
    expect(isAscending(made)).toBe(true)
    expect(restarted.newUuid(NOW + 7_200_000, newest) > (made.at(-1) ?? '')).toBe(true)
  })
})

test('an id that follows the last there can be is an id', () => {
  for (let n = 0; n < 3; n++) {
    expect(ids.isUuid(ids.newUuid(NOW, 'ffffffff-ffff-7fff-8fff-ffffffffffff'))).toBe(true)
  }
})

test('an id takes its time from the clock', () => {
  const before = Date.now()
  const time = Number.parseInt(ids.newUuid().replaceAll('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test('two devices do not make the same id in the same millisecond', async () => {
  const here = ids.newUuid(NOW)
  vi.resetModules()
  const there = (await import('./ids.ts')).newUuid(NOW)
  expect(here.slice(0, 18)).toBe(there.slice(0, 18))
  expect(here).not.toBe(there)
})

test('a UUID is told from a short id', () => {
  expect(ids.isUuid(ids.newUuid())).toBe(true)
  const others = ['', '1', '12345678', 'mira', ids.newUuid().slice(1), `${ids.newUuid()}0`]
  for (const other of [...others, ids.newUuid().toUpperCase(), ` ${ids.newUuid()}`]) {
    expect(ids.isUuid(other)).toBe(false)
  }
})

test('newest first sorts ids the other way round and keeps their shape', () => {
  const clock = [NOW, NOW, NOW + 1, NOW + 16, NOW + 4096, 2 * NOW]
  const made = clock.map((now) => ids.newUuid(now))
  expect(isAscending(made)).toBe(true)
  const turned = made.map(ids.newestFirst)
  expect([...turned].sort()).toEqual([...turned].reverse())
  for (const [index, id] of turned.entries()) {
    expect(ids.isUuid(id)).toBe(true)
    expect(ids.newestFirst(id)).toBe(made[index])
  }
})
