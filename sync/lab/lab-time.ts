import { swapLastMoment } from '../../mocks/store/ids.ts'
import { Dice } from '../../mocks/store/random.ts'

/** A machine of the Lab: each has its own clock, and its own order of moments. */
export type LabHost = {
  /** How far its clock is ahead, in ms. */
  ahead: number
  isOnline: boolean
  lastMoment: string
}

export type LabTime = ReturnType<typeof startLabTime>

/** When every run begins: a Friday, in ms since 1970. */
export const LAB_START = Date.UTC(2026, 4, 1, 9)

type Timer = { at: number; run: () => void }

/**
 * Replaces the clock, the timers and the random ids of this thread, so that the code of clubs and devices runs unchanged and
 * does the same in each replay. One machine acts at a time.
 */
export function startLabTime(seed: number) {
  const { Date: RealDate, setTimeout, clearTimeout } = globalThis
  const { random } = Math
  const { locks } = navigator
  // Another tab or thread may play the same run, with the same names of locks.
  const own = crypto.randomUUID()
  let elapsed = 0
  let host: LabHost = newHost()
  let dice = new Dice(seed)
  let count = 0
  const timers = new Map<number, Timer>()
  const now = () => LAB_START + elapsed + host.ahead

  class LabDate extends RealDate {
    constructor(...given: unknown[]) {
      // The constructor has many forms.
      super(...((given.length === 0 ? [now()] : given) as [number]))
    }
    static override now(): number {
      return now()
    }
  }
  const lastMoment = swapLastMoment('')
  globalThis.Date = LabDate as DateConstructor
  Math.random = () => dice.roll()
  replace(crypto, 'randomUUID', { value: () => dice.uuid(now()) })
  replace(navigator, 'onLine', { get: () => host.isOnline })
  const request = (name: string, ...given: unknown[]) =>
    Reflect.apply(locks.request, locks, [own + name, ...given])
  replace(navigator, 'locks', { value: { request } })
  // They return a number in browsers, and an object in Node.
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => {
      count += 1
      timers.set(count, { at: elapsed + ms, run })
      return count
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
  })

  function switchTo(next: LabHost): void {
    host.lastMoment = swapLastMoment(next.lastMoment)
    host = next
  }

  return {
    now,
    get elapsed() {
      return elapsed
    },
    /** Runs `work` on a machine. */
    async as<Result>(next: LabHost, work: () => Promise<Result>): Promise<Result> {
      const outer = host
      switchTo(next)
      try {
        return await work()
      } finally {
        switchTo(outer)
      }
    },
    /** The random choices of a step do not depend on those of the steps before. */
    beginStep(number: number): void {
      dice = new Dice(seed ^ Math.imul(number + 1, 0x9e37_79b1))
    },
    /** Runs the timers that are due. */
    pass(ms: number): void {
      elapsed += ms
      for (const [id, { at, run }] of timers) {
        if (at > elapsed) continue
        timers.delete(id)
        run()
      }
    },
    /** Puts the real clock back. */
    end(): void {
      globalThis.Date = RealDate
      Math.random = random
      Object.assign(globalThis, { setTimeout, clearTimeout })
      Reflect.deleteProperty(crypto, 'randomUUID')
      Reflect.deleteProperty(navigator, 'onLine')
      Reflect.deleteProperty(navigator, 'locks')
      swapLastMoment(lastMoment)
    },
  }
}

export function newHost(): LabHost {
  return { ahead: 0, isOnline: true, lastMoment: '' }
}

/** The original is that of the prototype. */
function replace(target: object, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(target, name, { ...property, configurable: true })
}
