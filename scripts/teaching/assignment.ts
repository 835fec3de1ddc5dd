import { randomBytes, randomInt } from 'node:crypto'
import * as v from 'valibot'
import { type Defect, defects } from '../../src/contract/defects.ts'
import { WrongOption } from '../command-line.ts'

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
type Level = keyof typeof defectsByLevel

/** The file that only the teacher has. */
const Assignment = v.object({
  /** A number, a level and an id: `3-mixed-7f3a9c`. It says nothing about which defects they are. */
  code: v.string(),
  /** Where students open it. */
  url: v.string(),
  defects: v.array(v.picklist(defects)),
})
export type Assignment = v.InferOutput<typeof Assignment>

/**
 * Chooses the defects of a new assignment at random.
 * @param kind a number and a level: `3-mixed`
 * @param wanted defects that it must have
 * @throws WrongOption if the level has too few defects, or not those
 */
export function newAssignment(
  kind: string,
  url: string,
  given: readonly string[] = [],
): Assignment {
  const [number = '', level = ''] = kind.split('-')
  if (!/^\d+$/.test(number) || !(level in defectsByLevel))
    throw new WrongOption('Give a number and a level, such as 3-mixed.')
  const wanted = [...new Set(given)] as Defect[]
  for (const id of wanted) {
    if (!defects.includes(id)) throw new WrongOption(`There is no defect ${id}.`)
    const names = Object.entries(defectsByLevel).flatMap(
      ([name, ids]: [string, readonly Defect[]]) => (ids.includes(id) ? [name] : []),
    )
    if (!names.includes(level))
      throw new WrongOption(`${id} is only in assignments of level ${names.join(' and ')}.`)
  }
  const pool: readonly Defect[] = defectsByLevel[level as Level]
  const [count, most] = [Number(number), Math.floor(pool.length / 2)]
  // More would name them.
  if (count < 1 || count > most)
    throw new WrongOption(`At level ${level}, give a number from 1 to ${most}.`)
  if (wanted.length > count)
    throw new WrongOption(`--with has ${wanted.length} defects, and ${kind} only ${count}.`)
  const others = pool.filter((id) => !wanted.includes(id))
  const chosen = pool.filter((id) => wanted.includes(id))
  while (chosen.length < count) chosen.push(...others.splice(randomInt(others.length), 1))
  return { code: `${kind}-${randomBytes(3).toString('hex')}`, url, defects: chosen }
}

/** @throws Error if the text is not that of a file that `npm run assignment` has written */
export function parseAssignment(text: string): Assignment {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Assignment), text)
  if (!parsed.success) throw new Error('This is no assignment: npm run assignment writes one.')
  return parsed.output
}
