import { openStopped, withoutPublicAccounts, writeData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import type { LocalCommand } from './command.ts'
import { describeAbout } from './describe-about.ts'

/** `copy`: moves a club that does not run between SQLite and PostgreSQL. */
export const copy: LocalCommand = {
  usage: '--from club.db [--to postgres://…]',
  summary: 'a club that is stopped, from a file to a database or back',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async runHere({ data }, { options: { from, to = data } }) {
    if (typeof from !== 'string' || typeof to !== 'string') {
      throw new Error(
        'Usage: npm run club -- copy --from club.db --to postgres://… (or CLUB_DATA in place of --to)',
      )
    }
    const snapshot = await openStopped(from)
    try {
      const entries = () => withoutPublicAccounts(snapshot.entries())
      const { entries: count } = await writeData(to, { ...snapshot, entries })
      return {
        result: { ...snapshot.about, from, to, copied: count },
        text: `${to} has the data of ${from}: ${describeAbout(snapshot.about)}
All ${count} entries were compared. Start the club with --data ${to}; ${from} is as it was.`,
      }
    } catch (error) {
      throw explainFullDisk(error)
    } finally {
      await snapshot.close()
    }
  },
}
