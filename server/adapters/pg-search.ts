import { encodeKey } from './encoding.ts'
import type { Query } from './pg-transactions.ts'

/** The searched tables, and the ends of their keys: a slash is followed by a zero in ASCII. */
const UNTIL = { users: 'users0', posts: 'posts0' }
type SearchedTable = keyof typeof UNTIL

/**
 * The parts of the stored JSON that no search is about: all names of fields, and the values of these. They are the same in
 * many rows, so that a word of theirs would name all of them. In JSON, only the end of a name is followed by a colon, and
 * a value ends at the first quote without a backslash.
 */
const UNSEARCHED = [
  `"(_id|id|userId|name|password|bio|imageUrl|imageAlt|url|alt|createdAt|updatedAt|arrivedAt)":"([^"\\\\]|\\\\.)*"`,
  `"(profilePhoto|coverPhoto|sessions)":\\{[^}]*\\}`,
  '"\\w+":',
].join('|')

/**
 * The rest of the JSON with ASCII letters in lower case, in every locale. These two signs are the only others whose lower
 * case in JavaScript has an ASCII letter: Kelvin and the dotted I.
 */
const FOLDED = `lower(translate(regexp_replace(value::text, '${UNSEARCHED}', '', 'g'), U&'\\212A\\0130', 'ki') COLLATE "C")`

/** A trigram index helps with three characters or more. These need no escape in JSON, LIKE and SQL. */
const PARTS = /[a-z0-9 ]{3,}/g

/**
 * Creates the indexes of a search, which need the extension `pg_trgm`.
 * @returns whether they exist: an account may lack the right, and not every database has the extension
 */
export async function createSearchIndexes(query: Query): Promise<boolean> {
  const found = () =>
    query<{ schema: string }>(
      `SELECT quote_ident(nspname) AS schema FROM pg_extension
       JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`,
    )
  try {
    if ((await found()).length === 0) {
      // Another process may create it at the same time.
      await query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public').catch(() => [])
    }
    const [extension] = await found()
    if (!extension) return false
    for (const table of ['users', 'posts'] as const) {
      await query(
        `CREATE INDEX IF NOT EXISTS text_of_${table} ON rows
         USING gin (${FOLDED} ${extension.schema}.gin_trgm_ops) WHERE ${inTable(table)}`,
      )
      // That of earlier versions.
      await query(`DROP INDEX IF EXISTS search_${table}`)
    }
    return true
  } catch {
    return false
  }
}

function inTable(table: SearchedTable): string {
  return `key >= '${table}/'::bytea AND key < '${UNTIL[table]}'::bytea`
}

/**
 * The statement that finds the rows of a table whose texts contain the longest part of `text` that the index knows;
 * `undefined` when there is none. It has no parameters, because their plan would not use the index.
 */
export function searchStatement(
  table: SearchedTable,
  text: string,
  { after = '', limit }: { after?: string; limit?: number },
): string | undefined {
  const parts = text.toLowerCase().match(PARTS) ?? []
  const [part] = parts.sort((a, b) => b.length - a.length)
  if (part === undefined) return undefined
  return `SELECT key, value FROM rows WHERE ${inTable(table)}
    AND key > '\\x${encodeKey(after).toString('hex')}'::bytea AND ${FOLDED} LIKE '%${part}%'
    ORDER BY key LIMIT ${limit === undefined ? 'ALL' : Math.trunc(limit)}`
}
