import { decode } from 'jose/base64url'
import { passwordMatches } from '../../mocks/domain/password.ts'
import { pixelsOf } from '../../mocks/domain/picture-size.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { BackEnd, type Write } from './back-end.ts'
import type { DrawnTask } from './draw.ts'

/**
 * What is wrong after a run, in words; nothing if the task is done and nothing else has changed.
 * @param after the rows, read when the page of the agent was closed
 * @param writes what the page of the agent sent: they must explain every change, so that none was made around the API
 */
export async function check(
  task: DrawnTask,
  after: Snapshot,
  writes: readonly Write[],
): Promise<string[]> {
  const found = await factsOf(after, task)
  const wrong = differences(await factsOf(task.expected, task), found)
  const explained = await factsOf(await repeat(task, after, writes), task)
  const around = differences(explained, found).map((one) => `no call explains this: ${one}`)
  return [...wrong, ...around]
}

/** The rows after the same writes, made by the judge. It takes the bytes of pictures as they are stored. */
async function repeat(
  { before, viewer }: DrawnTask,
  after: Snapshot,
  writes: readonly Write[],
): Promise<Snapshot> {
  const backEnd = new BackEnd()
  const token = await backEnd.reset({ snapshot: withUploads(before, after) }, viewer)
  for (const write of writes) await backEnd.repeat(write, token)
  return backEnd.snapshot()
}

/** The rows with the pictures of others. */
export function withUploads(rows: Snapshot, { uploads, sequences }: Snapshot): Snapshot {
  return { ...rows, uploads, sequences: { ...rows.sequences, uploads: sequences.uploads } }
}

const brief = (text: string) => (text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`)

/** What is true of each row, by its name in words. */
type Facts = Map<string, Set<string>>

/** Times, numbers and ids, and what the agent may change: what the viewer has seen. */
const FREE = /^(_id|id|createdAt|updatedAt|arrivedAt|sessions|lastSeen)$/

async function factsOf(snapshot: Snapshot, { before, password }: DrawnTask): Promise<Facts> {
  const names = new Map<string, string>()
  const name = (id: string, text: string) => {
    const taken = [...names.values()].filter((one) => one.replace(/ \(\d+\)$/, '') === text)
    names.set(id, taken.length > 0 ? `${text} (${taken.length + 1})` : text)
  }
  for (const { _id, username } of before.users) name(_id, username)
  for (const { _id, userId, content } of before.posts)
    name(_id, `post ${brief(content)} of ${names.get(userId)}`)
  for (const { _id, userId, content } of before.comments)
    name(_id, `comment ${brief(content)} of ${names.get(userId)}`)
  const isNew = ({ _id }: { _id: string }) => !names.has(_id)
  for (const { _id, username } of snapshot.users.filter(isNew)) name(_id, `new user ${username}`)
  for (const { _id, content } of snapshot.posts.filter(isNew)) name(_id, `new post "${content}"`)
  for (const { _id, content } of snapshot.comments.filter(isNew))
    name(_id, `new comment "${content}"`)
  for (const { _id, type, bytes } of snapshot.uploads) {
    const pixels = pixelsOf(new Uint8Array(decode(bytes)).buffer, type)
    names.set(UPLOADS + _id, `a picture of ${pixels} pixels`)
  }
  const nameOf = (value: unknown) => names.get(String(value)) ?? JSON.stringify(value)

  const facts: Facts = new Map()
  const note = (row: string, fields: object, path = '') => {
    const known = facts.get(row) ?? new Set()
    facts.set(row, known)
    for (const [field, value] of Object.entries(fields)) {
      if (FREE.test(field) || value === undefined) continue
      const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
      if (isList) for (const one of value) known.add(`${path}${field} has ${nameOf(one)}`)
      else if (typeof value === 'object' && value) note(row, value, `${path}${field}.`)
      else known.add(`${path}${field} is ${nameOf(value)}`)
    }
  }
  const passwords = new Map(before.users.map((user) => [user._id, user.password]))
  for (const user of snapshot.users) {
    const isKept = passwords.get(user._id) === user.password
    const isRight = !isKept && (await passwordMatches(password, user.password))
    const stored = isKept ? 'as before' : isRight ? 'the new one' : 'another one'
    note(nameOf(user._id), { ...user, password: stored })
  }
  for (const row of [...snapshot.posts, ...snapshot.comments]) note(nameOf(row._id), row)
  // Whom they name follows from the rest, and from the order.
  for (const { userId, type, postId, commentId } of snapshot.notifications ?? []) {
    const about = [postId, commentId].filter(Boolean).map(nameOf)
    note([`${type} notification of`, nameOf(userId), ...about].join(' '), {})
  }
  return facts
}

function differences(expected: Facts, found: Facts): string[] {
  const rows = [...new Set([...expected.keys(), ...found.keys()])]
  return rows.flatMap((row) => {
    const [wanted, present] = [expected.get(row), found.get(row)]
    if (!present) return [`${row}: is missing`]
    if (!wanted) return [`${row}: should not be there`]
    return [
      ...[...wanted.difference(present)].map((fact) => `${row}: not true: ${fact}`),
      ...[...present.difference(wanted)].map((fact) => `${row}: should not be: ${fact}`),
    ]
  })
}
