import pg from 'pg'
import { onTestFinished } from 'vitest'

/** Moments at which a command of the organiser has begun these kinds of statements in a database. */
export function pgMoments(url: string, statements: readonly string[]): (() => Promise<boolean>)[] {
  const client = new pg.Client({ connectionString: url })
  const connected = client.connect()
  onTestFinished(() => client.end())
  return statements.map((statement) => async () => {
    await connected
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'gearheads backup'
       AND datname = current_database() AND query LIKE $1`,
      [`${statement}%`],
    )
    return Number(rowCount) > 0
  })
}
