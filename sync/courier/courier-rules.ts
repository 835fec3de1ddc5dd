/*
 * What a phone may deliver for another one (docs/sync.md#courier).
 */

/** After this time a write that was handed over is worth nothing, in ms. */
export const CARRIED_MS = 7 * 24 * 3_600_000

/** What a phone keeps of others: writes, and the characters of their JSON. */
export const MAX_CARRIED = 200
export const MAX_CARRIED_LENGTH = 1_000_000
/** And bytes of their pictures, which come as files only. */
export const MAX_CARRIED_BYTES = 30_000_000

/** A write goes from its author over so many phones, at most. */
export const MAX_HOPS = 3

/** The writes under one signature. Each brings the whole list to the club. */
export const MAX_SIGNED = 20

/** A clock that is ahead by less is right, in ms. */
export const CLOCK_TOLERANCE = 60_000
