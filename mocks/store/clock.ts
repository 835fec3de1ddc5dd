import { timeAt } from '../../src/contract/now.ts'
import { momentAfter, momentOf, newUuid, nextMoment, uuidAt } from './ids.ts'
import { Dice } from './random.ts'

/** The time of a transaction, and the ids and the order of what it creates. */
export type Clock = {
  /** Whether settings have replaced the real time, or random ids. */
  isSet: boolean
  /** In ms since 1970. */
  now: () => number
  /** The moment of a new link. See `ids.ts`. */
  moment: () => string
  /** A UUID version 7, later than `newest`. */
  newUuid: (newest?: string) => string
}

/** The settings `now` and `idSeed` (R13.11, R13.12). */
export type ClockSettings = { now?: string; idSeed?: number }

/** What a place gives to all of its transactions. */
export type Place = {
  /**
   * Where rows come from: all writes are made here, or devices without a network send theirs late, or the rows are copies of a
   * club's, which assigns their short ids.
   */
  origin: 'own' | 'late' | 'copy'
  /** In ms since 1970. */
  now: () => number
  /** How long a new token is valid, in seconds (R3.13). */
  tokenSeconds: number
}

export const DEVICE: Place = {
  origin: 'own',
  now: () => Date.now(),
  tokenSeconds: 30 * 24 * 3600,
}

export function systemClock({ now }: Place): Clock {
  return {
    isSet: false,
    now,
    moment: () => nextMoment(),
    newUuid: (newest) => newUuid(now(), newest),
  }
}

/** The number of moments for each write. A write that needs more shares those of the next ones. */
const PER_WRITE = 16

/**
 * A clock that follows the settings. It remembers nothing, so that the same requests get the same moments in a new
 * process as well: even when the time stands still, the number of the write orders them.
 * @param write the number of the current write since the data were last replaced
 */
export function settableClock({ now, idSeed }: ClockSettings, write: number, place: Place): Clock {
  const time = () => timeAt(now, place.now())
  let moments = 0
  let ids = 0
  function moment(newest = ''): string {
    const count = write * PER_WRITE + moments
    moments += 1
    const own = (BigInt(time()) << 12n) + BigInt(count)
    const text = own.toString(16).padStart(15, '0')
    return text > newest ? text : momentAfter(newest, 0)
  }
  function tail(seed: number): string {
    ids += 1
    const mixed = seed ^ Math.imul(write, 0x9e37_79b1) ^ Math.imul(ids, 0x85eb_ca6b)
    return new Dice(mixed).uuid(0).slice(19)
  }
  return {
    isSet: true,
    now: time,
    moment,
    newUuid: (newest = '') =>
      uuidAt(moment(momentOf(newest)), idSeed === undefined ? undefined : tail(idSeed)),
  }
}
