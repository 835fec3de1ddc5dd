import { onTestFinished } from 'vitest'
import { SIMPLE, type Store } from '../../mocks/store/store.ts'
import { postgresStore } from '../adapters/postgres.ts'
import { createSchema } from './processes.ts'

/** An empty store in the PostgreSQL at `url`, which is opened at first use and closed when the test ends. */
export function openPostgres(url: string): Store {
  return openPostgresAt(() => createSchema(url))
}

/** Like {@link openPostgres}, with the data at the address that `find` returns. */
export function openPostgresAt(find: () => Promise<string>): Store {
  let opened: ReturnType<typeof postgresStore> | undefined
  const open = () => {
    opened ??= find().then((url) => postgresStore(url))
    return opened
  }
  onTestFinished(async () => (await opened)?.close())
  return {
    ...SIMPLE,
    read: async (keys) => (await open()).read(keys),
    scan: async (ranges) => (await open()).scan(ranges),
    count: async (prefixes) => (await open()).count(prefixes),
    write: async (changes, cleared) => (await open()).write(changes, cleared),
    run: async (mode, work) => (await open()).run(mode, work),
  }
}
