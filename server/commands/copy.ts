import { openStopped, withoutPublicAccounts, writeData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import type { LocalCommand } from './command.ts'
import { describeAbout } from './describe-about.ts'

/** `copy`: moves a club that does not run between SQLite and PostgreSQL. */
export const copy: LocalCommand = {
  usage: '--from FILE or --to FILE',
  summary: 'moves a club that is stopped from a file to --data postgres://…, or from there',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async runHere({ data }, { options }) {
    // The other end can be named without its password in the process list.
    const [from, to] = [options.from, options.to].map((end) => String(end ?? data))
    if (from === undefined || to === undefined || from === to) {
      throw new Error('Usage: npm run club -- copy --from club.db --data postgres://…')
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
