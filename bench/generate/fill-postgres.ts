import { openDatabase } from '../../mocks/database.ts'
import { emptyDataSet, replaceData } from '../../mocks/seed/data-set.ts'
import { postgresStore } from '../../server/adapters/postgres.ts'
import { clubEntries } from './club-entries.ts'
import { largeClub } from './large-club.ts'
import { loadRows } from './load-rows.ts'

/**
 * Makes a club of this number of members in an empty database, with the search's indexes.
 * @param progress called with the number of entries until now
 * @throws Error when the database has a club
 */
export async function fillPostgres(
  url: string,
  members: number,
  progress: (entries: number) => void = () => {},
): Promise<void> {
  const end = Date.now()
  const club = largeClub(members, end)
  await withStore(url, async (database) => {
    const isNew = await database.read(
      async (tx) => (await tx.list('users', { limit: 6 })).length < 6,
    )
    if (!isNew) throw new Error('The database has a club. Name an empty one.')
    await database.write((tx) => replaceData(tx, { ...emptyDataSet(), sequences: club.sequences }))
  })
  let count = 0
  const log = { n: 0 }
  await loadRows(url, entries(), () => log.n)
  // Builds the indexes of the search.
  await withStore(url, async () => {})

  async function* entries() {
    for (const part of club.parts()) {
      const some = await clubEntries(part, end, log)
      yield some
      count += some.size
      progress(count)
    }
  }
}

async function withStore(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<void> {
  const store = await postgresStore(url)
  try {
    await work(openDatabase(store))
  } finally {
    await store.close()
  }
}
