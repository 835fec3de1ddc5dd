import pg from 'pg'

/** Moments at which a command of the organiser runs these kinds of statements in a database. */
export function pgMoments(url: string, statements: readonly string[]): (() => Promise<boolean>)[] {
  return statements.map((statement) => async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'gearheads backup'
         AND datname = current_database() AND query LIKE $1`,
        [`${statement}%`],
      )
      return Number(rowCount) > 0
    } finally {
      await client.end()
    }
  })
}
