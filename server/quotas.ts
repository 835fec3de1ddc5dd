import { ApiError } from '../mocks/api-error.ts'
import type { Host } from '../mocks/host.ts'
import { TokenBuckets } from './token-buckets.ts'

/** What may be written: by each account, and by all together. */
export type Quotas = {
  writesPerMinute: number
  /** Of pictures; texts count {@link TEXT_WEIGHT} times. */
  megabytesPerHour: number
  /** They all wait for the same person. */
  reportsPerHour: number
  allWritesPerMinute: number
  allMegabytesPerHour: number
}

export const QUOTAS: Quotas = {
  writesPerMinute: 60,
  megabytesPerHour: 100,
  reportsPerHour: 20,
  allWritesPerMinute: 3_000,
  allMegabytesPerHour: 2_000,
}

/** A device that comes back from the field sends what was written there: five minutes at once. */
const BURST_MINUTES = 5

/** Each costs a hash. A person changes a password seldom. */
const PASSWORDS = { burst: 5, perSecond: 1 / 60 }

/** A byte of text counts as so many of a picture: every phone copies it, and replies repeat it. People write far less. */
const TEXT_WEIGHT = 20

const ALL = ''

/** Counts the writes of each account, and of all. A process counts for itself. */
export function enforceQuotas(quotas: Quotas): Host['admit'] {
  const perMinute = (writes: number) =>
    new TokenBuckets({ burst: writes * BURST_MINUTES, perSecond: writes / 60 })
  const perHour = (megabytes: number) =>
    new TokenBuckets({ burst: megabytes * 1e6, perSecond: (megabytes * 1e6) / 3600 })
  const limits = [
    { own: perMinute(quotas.writesPerMinute), all: perMinute(quotas.allWritesPerMinute) },
    { own: perHour(quotas.megabytesPerHour), all: perHour(quotas.allMegabytesPerHour) },
  ]
  const { reportsPerHour } = quotas
  const reports = new TokenBuckets({ burst: reportsPerHour, perSecond: reportsPerHour / 3600 })
  const passwords = new TokenBuckets(PASSWORDS)
  return ({ _id }, { bytes, isText, hashes, isReport }) => {
    // Final: a report that waits would hold back everything else that its device sends.
    if (isReport && reports.take(_id) > 0) throw new ApiError({ status: 403, text: MANY_REPORTS })
    const pause = hashes ? passwords.take(_id) : 0
    if (pause > 0) throw new ApiError({ status: 429, text: TEXT }, pause)
    for (const [index, { own, all }] of limits.entries()) {
      const count = index === 0 ? 1 : bytes * (isText ? TEXT_WEIGHT : 1)
      // What the account may not write does not count for the others.
      const retryAfter = own.take(_id, count) || all.take(ALL, count)
      if (retryAfter > 0) throw new ApiError({ status: 429, text: TEXT }, retryAfter)
    }
  }
}

const MANY_REPORTS =
  'You have reported a lot within an hour. The organiser reads those first; report this later.'
const TEXT = 'You have written a lot in a short time, so nothing was changed. Try again later.'
