import { checkSnapshot } from '../backup/check-snapshot.ts'
import { openFile } from '../backup/data.ts'
import type { LocalCommand } from './command.ts'
import { describeAbout } from './describe-about.ts'

/** `check`: whether a backup, or the file of a club, is complete and can be used. */
export const check: LocalCommand = {
  usage: 'FILE',
  summary: 'whether a backup, or the file of a club, is complete; exit code 1 if not',
  names: [1, 1],
  async runHere(context, { names: [file = ''] }) {
    const snapshot = await openFile(file, context)
    try {
      const faults = await checkSnapshot(snapshot)
      const isDamaged = faults.length > 0
      const about = describeAbout(snapshot.about)
      return {
        result: { file, ...snapshot.about, faults },
        text: isDamaged
          ? `${file} is damaged.\n${faults.map((fault) => `  ${fault}`).join('\n')}\nIt says of itself: ${about}`
          : `${file} is complete: ${about}`,
        exitCode: isDamaged ? 1 : undefined,
      }
    } finally {
      await snapshot.close()
    }
  },
}
