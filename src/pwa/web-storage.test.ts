import { afterEach, expect, test, vi } from 'vitest'
import { localStore } from './web-storage.ts'

/** As the browser has it: a method throws when `fails` is set. */
function storage() {
  const kept = new Map<string, string>()
  const state = { fails: false }
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (state.fails) throw new DOMException('No room', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  }
  const proxy = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  return { proxy, kept, state }
}

afterEach(() => {
  localStore.clear()
  vi.unstubAllGlobals()
})

test('stores where it can', () => {
  const { proxy, kept } = storage()
  vi.stubGlobal('localStorage', proxy)
  expect(localStore.set('a/1', 'one')).toBe(true)
  localStore.set('b/1', 'two')
  expect(kept.get('a/1')).toBe('one')
  expect(localStore.get('a/1')).toBe('one')
  expect(localStore.keys('a/')).toEqual(['a/1'])
  localStore.remove('a/1')
  expect(localStore.get('a/1')).toBeUndefined()
  localStore.clear()
  expect(kept.size).toBe(0)
})

test('keeps values in memory on a full device, and stores them when there is space', () => {
  const { proxy, kept, state } = storage()
  vi.stubGlobal('localStorage', proxy)
  localStore.set('token', 'old')
  state.fails = true
  expect(localStore.set('token', 'new')).toBe(false)
  expect(localStore.get('token')).toBe('new')
  expect(kept.has('token')).toBe(false)
  state.fails = false
  localStore.set('token', 'newer')
  expect(kept.get('token')).toBe('newer')
  expect(localStore.get('token')).toBe('newer')
})

test('works until the page is closed if the browser blocks storage', () => {
  const getter = vi.fn(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { get: getter, configurable: true })
  try {
    expect(localStore.set('token', 'mine')).toBe(false)
    expect(localStore.get('token')).toBe('mine')
    expect(localStore.keys('to')).toEqual(['token'])
    localStore.clear()
    expect(localStore.get('token')).toBeUndefined()
    expect(getter).toHaveBeenCalled()
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})
