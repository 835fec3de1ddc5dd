import { listedChanges } from '../../mocks/changes-of.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { readSettings } from '../../mocks/domain/settings.ts'
import type { CommandContext } from './command.ts'

/** Writes in one transaction, and publishes the changed rows to pages and devices. */
export async function changeData<Result>(
  { server }: Pick<CommandContext, 'server'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, published } = await server.database.write(async (tx) => {
    await tx.setClock(await readSettings(tx, server), true)
    tx.beginWrite(undefined, server)
    const done = await work(tx)
    tx.published = listedChanges(tx, '')
    return { result: done, published: tx.published }
  })
  if (published) server.publish?.(published)
  return result
}
