import { encodeKey } from './encoding.ts'
import type { Query } from './pg-pool.ts'

type SearchedTable = 'users' | 'posts'

/** The stored JSON without what its strings escape: every quote that is left begins or ends a string. */
const PLAIN = `replace(replace(value::text, '\\\\', ''), '\\"', '')`

/** The value of a field, and those of the same name in objects that other fields hold: up to three. */
function valuesOf(field: string): string[] {
  return [2, 3, 4].map((n) => `split_part(split_part(${PLAIN}, '"${field}":"', ${n}), '"', 1)`)
}

/** The texts that are searched. In the whole JSON, a word such as "avatar" would be in every row. */
const TEXTS: Record<SearchedTable, string> = {
  users: [...valuesOf('username'), ...valuesOf('firstName')].join(` || '"' || `),
  posts: valuesOf('content').join(` || '"' || `),
}

/**
 * What is ASCII in the folded texts (`fold`), in its order: letters in NFKC, those of Turkish and German whose folded form is ASCII,
 * and nothing else. A part of a search that is ASCII stands in it as in the folded text.
 */
function folded(table: SearchedTable): string {
  const letters = `replace(translate(normalize(${TEXTS[table]}, NFKC), 'İıẞ', 'iiß'), 'ß', 'ss')`
  return `lower(regexp_replace(${letters} COLLATE "C", '[^ -~]+', '', 'g'))`
}

/**
 * Above this number of rows the index does not help: they would all be read to find the newest. Then so many rows match
 * that the newest of them are found sooner in the order of the table.
 */
export const MAX_FOUND = 2_000

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
      const name = `folded_${table}`
      const [before] = await query<{ oid: unknown }>(`SELECT to_regclass('${name}') AS oid`)
      if (before?.oid) continue
      await query(
        `CREATE INDEX IF NOT EXISTS ${name} ON rows
         USING gin (${folded(table)} ${extension.schema}.gin_trgm_ops) WHERE ${inTable(table)}`,
      )
      // Those of earlier versions.
      await query(`DROP INDEX IF EXISTS search_${table}, text_of_${table}`)
      // Without statistics of the texts, PostgreSQL does not know that a word is rare, and reads the rows in their order.
      await query('ANALYZE rows')
    }
    return true
  } catch {
    return false
  }
}

/** Written so that the primary key does not help: the planner misjudges ranges of keys, and would read the whole table by it. */
function inTable(table: SearchedTable): string {
  return `substring(key FROM 1 FOR ${table.length + 1}) = '${table}/'::bytea`
}

/** The statements before and after {@link searchStatement}: the planner must not choose the order of the table, and notes single rows. */
export const BEFORE_SEARCH =
  "SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = off; SET LOCAL work_mem = '64MB'"
export const AFTER_SEARCH =
  'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexscan = on; SET LOCAL work_mem = DEFAULT'

/**
 * The statement that finds the rows of a table whose texts contain the longest part of the folded `text` that the index knows;
 * `undefined` when there is none. It has no parameters, because their plan would not use the index. Each row has `many`, and
 * there is one without a key if there are none. `key || ''` does not use the primary key, either.
 */
export function searchStatement(
  table: SearchedTable,
  text: string,
  { after = '', limit }: { after?: string; limit?: number },
): string | undefined {
  const parts = text.match(PARTS) ?? []
  const [part] = parts.sort((a, b) => b.length - a.length)
  if (part === undefined) return undefined
  return `WITH found AS MATERIALIZED (
      SELECT key, value FROM rows WHERE ${inTable(table)}
      AND key || '' > '\\x${encodeKey(after).toString('hex')}'::bytea AND ${folded(table)} LIKE '%${part}%'
      LIMIT ${MAX_FOUND + 1})
    SELECT size.many, page.key, page.value::text AS value
    FROM (SELECT count(*) > ${MAX_FOUND} AS many FROM found) AS size
    LEFT JOIN (
      SELECT key, value FROM found ORDER BY key LIMIT ${limit === undefined ? 'ALL' : Math.trunc(limit)}
    ) AS page ON NOT size.many ORDER BY page.key`
}
