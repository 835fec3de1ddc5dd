import { openFile, writeData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import type { LocalCommand } from './command.ts'
import { copyOfRunning } from './copy-of-running.ts'
import { describeAbout } from './describe-about.ts'

/** `restore`: a backup becomes the data of a club that does not run. */
export const restore: LocalCommand = {
  usage: 'FILE [--replace]',
  summary: 'a backup as the data of a club that is stopped; --replace keeps the old data beside',
  names: [1, 1],
  options: { replace: { type: 'boolean', default: false } },
  async runHere(context, { names: [file = ''], options }) {
    const { data } = context
    const snapshot = await openFile(file, copyOfRunning(context))
    try {
      const { entries, kept } = await writeData(data, snapshot, options.replace === true)
      return {
        result: { ...snapshot.about, data, restored: entries, kept },
        text: `${data} has the data of ${file}: ${describeAbout(snapshot.about)}
${kept ? `The data before are in ${kept}.\n` : ''}All ${entries} entries were compared. Start the club.`,
      }
    } catch (error) {
      throw explainFullDisk(error)
    } finally {
      await snapshot.close()
    }
  },
}
