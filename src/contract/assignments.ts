import { type Defect, defects } from './defects.ts'

/** The planted defects by how hard they are to find. */
export const defectsByLevel = {
  easy: [
    'lost-field',
    'search-case',
    'wrong-order',
    'lost-draft',
    'contained-xss',
    'missing-label',
    'low-contrast',
  ],
  medium: [
    'password-length',
    'username-case',
    'like-count',
    'wrong-status',
    'moderation',
    'double-post',
    'focus-lost',
  ],
  hard: [
    'page-border',
    'timestamp',
    'foreign-edit',
    'stuck-heart',
    'follow-race',
    'stale-bookmark',
    'memory-leak',
  ],
  mixed: defects,
} as const satisfies Record<string, readonly Defect[]>
export type Level = keyof typeof defectsByLevel

/**
 * The code of an assignment: how many planted defects it has, their level, and a seed from which they are chosen. It stands
 * for them in the settings, and does not name them.
 */
export type Assignment = `${number}-${Level}-${number}`

/** At most half of the defects of a level: more would name them. */
export const ASSIGNMENT = /^([1-3]-(easy|medium|hard)|([1-9]|10)-mixed)-(0|[1-9]\d{0,5})$/

export const MAX_SEED = 999_999

/** The largest number of defects in an assignment of a level. */
export const maxCount = (level: Level): number => Math.floor(defectsByLevel[level].length / 2)

export function isAssignment(entry: string): entry is Assignment {
  return ASSIGNMENT.test(entry)
}

/** The defects that a list plants: those with a name, and those that its assignments stand for. */
export function defectsOf(entries: readonly string[]): Set<Defect> {
  return new Set(
    entries.flatMap((entry) => (isAssignment(entry) ? chosenBy(entry) : (entry as Defect))),
  )
}

/** The defects with the lowest hashes. A new defect then changes at most one place of an assignment. */
function chosenBy(code: Assignment): Defect[] {
  const [count, level] = code.split('-') as [string, Level]
  const ranked = defectsByLevel[level].map((id) => ({ id, rank: hash(`${code} ${id}`) }))
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Number(count))
    .map(({ id }) => id)
}

/** FNV-1a with the last steps of MurmurHash3, which spread similar texts. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
