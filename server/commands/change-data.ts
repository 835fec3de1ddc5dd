import { listedChanges } from '../../mocks/changes-of.ts'
import { readSettings } from '../../mocks/domain/settings.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { CommandContext } from './command.ts'
import { recordAction } from './record-action.ts'

/** Writes in one transaction, records the command, and publishes the changed rows to pages and devices. */
export async function changeData<Result>(
  { server, action }: Pick<CommandContext, 'server' | 'action'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, published } = await server.database.write(async (tx) => {
    await tx.setClock(await readSettings(tx, server), true)
    tx.beginWrite()
    const done = await work(tx)
    recordAction(tx, action)
    tx.published = listedChanges(tx, '')
    return { result: done, published: tx.published }
  })
  if (published) server.publish(published)
  return result
}
