import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import type { Host } from '../mocks/host.ts'
import type { UserRow } from '../mocks/store/tables.ts'
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

/** Whether a word of a name has letters of several scripts that are not written together. Digits end no word: they belong to all. */
function isMixed(username: string): boolean {
  return (username.replace(/\p{Nd}/gu, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => {
    const used = SCRIPTS.filter(({ has }) => has.test(word)).map(({ script }) => script)
    return used.length > 1 && !MIXTURES.some((set) => used.every((script) => set.includes(script)))
  })
}

/** Signs that are not shown, which {@link fold} leaves: of formats, a filler, a note without a head, and joiners. */
const HIDDEN = /[\p{Cf}\u{16fe4}\u{1d159}\u{1107f}\u{11a47}\u{11a99}]/gu
/** Shown as one space: blank hieroglyphs, too. */
const BLANKS = /[\s\u{13441}\u{13442}]+/gu

/** Equal for names that look alike as they are written. */
function skeletonOf(username: string): string {
  // The sound marks of Japanese that stand alone are a space and the mark in NFKD.
  const combining = username.replaceAll('\u309b', '\u3099').replaceAll('\u309c', '\u309a')
  const visible = combining.normalize('NFKD').replace(HIDDEN, '').replace(BLANKS, ' ')
  return unhomoglyph(visible).normalize('NFKC')
}

/** Equal for names that look alike in capitals. The table writes I as l, which is no small L then. */
const skeletonOfCapitals = (username: string) =>
  skeletonOf(username.toUpperCase()).replaceAll('l', '|')

/**
 * Names that look alike, in capitals or not, have one of these in common. Which letters look alike depends on the case: a Cyrillic т
 * is no t, and a Т is a T. Hashes, because skeletons can be long.
 */
function skeletonsOf(username: string): string[] {
  const small = skeletonOf(username.toLowerCase())
  const skeletons = [skeletonOf(username), small, skeletonOfCapitals(username)]
  return [...new Set(skeletons.map(fold))].map((skeleton) =>
    createHash('sha256').update(skeleton).digest('hex'),
  )
}

/** The `_id`s of those whose names had this skeleton when they were stored. */
async function namesakes(tx: Transaction, skeleton: string): Promise<string[]> {
  return ((await tx.getEntry('skeletons', skeleton)) ?? []) as string[]
}

/** Refuses a new name that can be taken for that of another member, or that mixes scripts in a word. */
export const admitName: Host['admitName'] = async (tx, { _id, username }) => {
  if (isMixed(username)) throw new ApiError(MIXED)
  const skeletons = skeletonsOf(username)
  for (const skeleton of skeletons) {
    const others = await tx.getMany('users', await namesakes(tx, skeleton))
    // They may have been renamed.
    if (others.some((user) => user._id !== _id && skeletonsOf(user.username).includes(skeleton)))
      throw new ApiError(LOOKS_ALIKE)
  }
  return (user) => {
    for (const skeleton of skeletons) tx.putEntry('skeletons', skeleton, [user._id])
  }
}

const STORED = 'skeletons'
/** Changes with what {@link skeletonsOf} returns. Version 1 had no name in capitals, version 2 all signs that are not shown. */
const VERSION = 3
const BATCH = 200

/**
 * Stores the skeletons of the names of an older version. Those that look alike stay. While the processes of a club are replaced,
 * people sign up at older ones: each start looks at the newest accounts, until it comes to some whose skeletons are there.
 */
export async function storeSkeletons(database: Database): Promise<void> {
  const isStored = (await database.read((tx) => tx.getMeta(STORED))) === VERSION
  let before: string | undefined
  do {
    before = await database.write(async (tx) => {
      const users = await tx.list('users', { before, limit: BATCH })
      const isMissing = await addNames(tx, users)
      const last = users[BATCH - 1]?._id
      if (!last && !isStored) tx.putMeta(STORED, VERSION)
      return isStored && !isMissing ? undefined : last
    })
  } while (before)
}

/** @returns whether skeletons of these names were missing */
async function addNames(tx: Transaction, users: readonly UserRow[]): Promise<boolean> {
  const owners = users.flatMap(({ _id, username }) =>
    skeletonsOf(username).map((skeleton) => ({ _id, skeleton })),
  )
  const wanted = Map.groupBy(owners, ({ skeleton }) => skeleton)
  const stored = await Promise.all([...wanted.keys()].map((skeleton) => namesakes(tx, skeleton)))
  let isMissing = false
  for (const [index, [skeleton, some]] of [...wanted].entries()) {
    const ids = new Set(stored[index])
    const missing = some.filter(({ _id }) => !ids.has(_id))
    if (missing.length === 0) continue
    isMissing = true
    tx.putEntry('skeletons', skeleton, [...ids, ...missing.map(({ _id }) => _id)])
  }
  return isMissing
}
