import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import type { Host } from '../mocks/host.ts'
import type { Transaction } from '../mocks/store/transaction.ts'
import { fold } from '../src/contract/words.ts'

/*
 * Usernames that cannot be told apart (R3.33; Unicode UTS 39). Only a club has members who could take each other for somebody
 * else, so the table of 6,000 look-alike characters is here and not in the app. The club keeps the names by their skeletons.
 */

const LOOKS_ALIKE = {
  status: 422,
  text: 'This username looks like the one of another member. Choose a name that cannot be taken for it.',
}
const MIXED = {
  status: 422,
  text: 'This username has letters of several scripts in one word, such as Latin and Cyrillic ones that look alike. Write each word in one script.',
}

/** Scripts in common use, and others with many letters that look like Latin ones. */
const SCRIPTS =
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Ethiopic Thaana Hangul Hiragana Katakana Bopomofo Han Cherokee Coptic Lisu'
    .split(' ')
    .map((script) => ({ script, has: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** What one word may mix: the level "highly restrictive" of UTS 39. */
const MIXTURES = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/** Whether a word of a name has letters of several scripts that are not written together. */
function isMixed(username: string): boolean {
  return (username.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => {
    const used = SCRIPTS.filter(({ has }) => has.test(word)).map(({ script }) => script)
    return used.length > 1 && !MIXTURES.some((set) => used.every((script) => set.includes(script)))
  })
}

/** Equal for names that look alike, in capitals or not. A hash, because skeletons can be long. */
function skeletonOf(username: string): string {
  // The sound marks of Japanese that stand alone are a space and the mark in NFKD.
  const combining = username.replaceAll('\u309b', '\u3099').replaceAll('\u309c', '\u309a')
  const skeleton = unhomoglyph(combining.normalize('NFKD')).normalize('NFKC')
  return createHash('sha256').update(fold(skeleton)).digest('hex')
}

/** The `_id`s of those whose names had this skeleton when they were stored. */
async function namesakes(tx: Transaction, skeleton: string): Promise<string[]> {
  return ((await tx.getEntry('skeletons', skeleton)) ?? []) as string[]
}

/** Refuses a new name that can be taken for that of another member, or that mixes scripts in a word. */
export const admitName: Host['admitName'] = async (tx, { _id, username }) => {
  if (isMixed(username)) throw new ApiError(MIXED)
  const skeleton = skeletonOf(username)
  const others = await tx.getMany('users', await namesakes(tx, skeleton))
  // They may have been renamed.
  if (others.some((user) => user._id !== _id && skeletonOf(user.username) === skeleton))
    throw new ApiError(LOOKS_ALIKE)
  return (user) => tx.putEntry('skeletons', skeleton, [user._id])
}

const STORED = 'skeletons'
const BATCH = 1_000

/** Stores the skeletons of the names of an older version, once. Those that look alike stay. */
export async function storeSkeletons(database: Database): Promise<void> {
  if (await database.read((tx) => tx.getMeta(STORED))) return
  let before: string | undefined
  do {
    before = await database.write(async (tx) => {
      const users = await tx.list('users', { before, limit: BATCH })
      for (const [skeleton, some] of Map.groupBy(users, (user) => skeletonOf(user.username))) {
        const ids = new Set([...(await namesakes(tx, skeleton)), ...some.map(({ _id }) => _id)])
        tx.putEntry('skeletons', skeleton, [...ids])
      }
      if (users.length < BATCH) tx.putMeta(STORED, true)
      return users[BATCH - 1]?._id
    })
  } while (before)
}
