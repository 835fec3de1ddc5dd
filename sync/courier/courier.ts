import type { Database } from '../../mocks/database.ts'
import type { Replica } from '../device/replica.ts'
import type { WriteSource } from '../device/write-source.ts'
import type { GivenResult, TakenResult } from '../messages.ts'
import { decodeBundle } from './bundle.ts'
import { carriedWrites } from './carried.ts'
import type { KeyStore } from './device-keys.ts'
import { type GiveOptions, giveBundle } from './give.ts'
import { takeBundle } from './take.ts'

export type Courier = {
  /** Of the replica. */
  source: WriteSource
  /** Makes a bundle of waiting writes for another phone. */
  give: (options: Omit<GiveOptions, 'keys'>) => Promise<GivenResult>
  /** Takes the writes in the bundle of another phone. */
  take: (bytes: Uint8Array<ArrayBuffer>, replica: Pick<Replica, 'change'>) => Promise<TakenResult>
}

/** Hands writes from phone to phone (docs/sync.md#courier). */
export function createCourier(database: Database, keys: KeyStore): Courier {
  return {
    source: carriedWrites(keys),
    give: (options) => database.write((tx) => giveBundle(tx, { ...options, keys })),
    async take(bytes, replica) {
      const decoded = await decodeBundle(bytes)
      if (!decoded) return { problem: 'unreadable' }
      let result: TakenResult = { problem: 'notReady' }
      await replica.change(async (tx) => {
        result = await takeBundle(tx, decoded.bundle, decoded.pictures)
      })
      return result
    },
  }
}
