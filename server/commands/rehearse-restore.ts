import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSnapshot } from '../backup/check-snapshot.ts'
import { compareEntries, formatDifference } from '../backup/compare.ts'
import { engineOf, openData, openFile, writeData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import { forEngine } from '../backup/for-engine.ts'
import { writeBackup } from '../backup/format.ts'
import type { Snapshot } from '../backup/snapshot.ts'
import { temporaryPlace } from '../backup/temporary-place.ts'
import type { LocalCommand } from './command.ts'
import { copyOfRunning } from './copy-of-running.ts'
import { describeAbout } from './describe-about.ts'

/** `rehearse-restore`: restores a backup into a temporary place, and compares it with the data of the club. */
export const rehearseRestore: LocalCommand = {
  usage: '[FILE]',
  summary: 'restores a backup, or a new one, into a temporary place and compares it with the data',
  names: [0, 1],
  async runHere(context, { names: [given] }) {
    const { data } = context
    const place = await temporaryPlace(data)
    const opened: Snapshot[] = []
    const open = async (opening: Promise<Snapshot>) => {
      const snapshot = await opening
      opened.push(snapshot)
      return snapshot
    }
    try {
      // One state of the data: what is written meanwhile is no difference.
      const current = await open(openData(data, copyOfRunning(context)))
      const file = given ?? join(place.folder, 'club.backup')
      if (given === undefined) {
        const output = createWriteStream(file, { mode: 0o600, flush: true })
        await pipeline(writeBackup(current, new Date().toISOString()), output)
      }
      const backup = await open(openFile(file, copyOfRunning(context)))
      await writeData(place.data, backup)
      const restored = await open(openData(place.data, async () => undefined))
      const faults = await checkSnapshot(restored)
      const difference = await compareEntries(
        forEngine(restored.entries(), engineOf(data)),
        forEngine(current.entries(), engineOf(data)),
      )
      const isEqual = difference.kinds.size === 0
      const lines = [
        `Restored: ${describeAbout(restored.about)}`,
        ...faults.map((fault) => `It is damaged: ${fault}`),
        isEqual
          ? `All ${difference.same} entries are those of ${data}.`
          : `${difference.same} entries are those of ${data}. The others, which ${given ? 'were written since the backup' : 'should be equal'}:\n${formatDifference(difference)}`,
      ]
      return {
        result: {
          ...restored.about,
          faults,
          same: difference.same,
          differs: Object.fromEntries(difference.kinds),
        },
        text: lines.join('\n'),
        exitCode: faults.length > 0 || (!isEqual && given === undefined) ? 1 : undefined,
      }
    } catch (error) {
      throw explainFullDisk(error)
    } finally {
      for (const snapshot of opened) await snapshot.close()
      await place.remove()
    }
  },
}
