/**
 * The longest texts that the API takes, in characters (docs/product.md#R15.12). Rows that were stored before stay
 * readable. Names and searches are counted in code points, the others in UTF-16 code units.
 */
export const TEXT_LIMITS = {
  /** Names and usernames, before and after they are folded (R3.4). */
  name: 100,
  search: 200,
  password: 1_000,
  bio: 10_000,
  /** The description of a picture. */
  alt: 2_000,
  /** The address of a picture. */
  url: 2_000,
  token: 8_000,
  /** The explanation of a report. */
  report: 1_000,
  /** The JSON of all other fields of a user. */
  extra: 10_000,
} as const

/** The JSON of a body that a club accepts, in UTF-16 code units. */
export const MAX_BODY = 64_000

/** Pictures in one post or comment. */
export const MAX_PICTURES = 10
