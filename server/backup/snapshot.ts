import { migrations } from '../../mocks/migrations.ts'
import { clubIdOf } from '../../sync/protocol.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** A stored entry: a key, its value as JSON, and the bytes of a picture or key (`adapters/encoding.ts`). */
export type Entry = { key: string; json: string; bytes?: Uint8Array }

export type About = {
  engine: Engine
  /** Of the data (`mocks/migrations.ts`). */
  version: number
  /** The identity of the club. Data that no club has served yet have none. */
  club?: string
  entries: number
  users: number
  posts: number
  comments: number
  pictures: number
}

/** One state of a club's data. What is written meanwhile is not part of it. */
export type Snapshot = {
  about: About
  /** Of a backup, when it was written: ISO 8601. */
  createdAt?: string
  /** All entries, sorted by key. Can be read several times. @throws Error if a backup is damaged */
  entries(): AsyncIterable<Entry>
  /** The faults that SQLite finds in the structure of its file. */
  faults?(): string[]
  close(): Promise<void>
}

/** Why reading has ended before the last entry: a person or the system has stopped the command. */
export class Stopped extends Error {}

/** How the entries of an engine are found. */
export type Lookup = {
  /** The JSON of the value at a key. */
  get(key: string): Promise<string | undefined>
  /** The number of keys that start with a prefix. */
  count(prefix: string): Promise<number>
}

/** @throws Error when the data are of a later version */
export async function describe(engine: Engine, { get, count }: Lookup): Promise<About> {
  const version = Number((await get('meta/version')) ?? 0)
  checkVersion(version)
  const key = JSON.parse((await get('meta/token-key')) ?? '{}')
  return {
    engine,
    version,
    club: key.publicKey && clubIdOf(key.publicKey),
    entries: await count(''),
    users: await count('users/'),
    posts: await count('posts/'),
    comments: await count('comments/'),
    pictures: await count('uploads/'),
  }
}

/** @throws Error when the data are of a later version */
export function checkVersion(version: number): void {
  if (version <= migrations.length) return
  throw new Error(
    `The data are of version ${version}, and this server knows versions up to ${migrations.length}. Update the server.`,
  )
}
