import { checkSnapshot } from '../backup/check-snapshot.ts'
import { compareEntries, formatDifference } from '../backup/compare.ts'
import { engineOf, fill, openData, openFile, writeData } from '../backup/data.ts'
import { explainFullDisk } from '../backup/explain.ts'
import { forEngine } from '../backup/for-engine.ts'
import { readBackup, writeBackup } from '../backup/format.ts'
import { postgresRehearsal } from '../backup/postgres.ts'
import type { Snapshot } from '../backup/snapshot.ts'
import type { CommandOutput, LocalCommand, LocalContext } from './command.ts'
import { describeAbout } from './describe-about.ts'

/** `restore`: a backup becomes the data of a club that does not run. `--rehearse` tries it, and changes nothing. */
export const restore: LocalCommand = {
  usage: '[FILE] [--replace | --rehearse]',
  summary:
    'a backup as the data of a stopped club; --replace keeps the old data, --rehearse only tries it',
  names: [0, 1],
  options: {
    replace: { type: 'boolean', default: false },
    rehearse: { type: 'boolean', default: false },
  },
  async runHere(context, { names: [file], options: { replace, rehearse } }) {
    if (rehearse ? replace : file === undefined) {
      throw new Error(`Usage: npm run club -- restore ${restore.usage}`)
    }
    const opened: Snapshot[] = []
    const open = async (opening: Promise<Snapshot>) => {
      const snapshot = await opening
      opened.push(snapshot)
      return snapshot
    }
    try {
      // One state of the data: what is written meanwhile is no difference.
      const current = rehearse && (await open(openData(context.data, context)))
      const backup = await open(
        file === undefined && current
          ? readBackup('The backup', () => writeBackup(current, new Date().toISOString()))
          : openFile(file ?? '', context),
      )
      return await (current
        ? rehearseRestore(context, backup, current, file)
        : restoreBackup(context, backup, file, Boolean(replace)))
    } catch (error) {
      throw explainFullDisk(error)
    } finally {
      for (const snapshot of opened) await snapshot.close()
    }
  },
}

async function restoreBackup(
  { data }: LocalContext,
  backup: Snapshot,
  file: string | undefined,
  replace: boolean,
): Promise<CommandOutput> {
  const { entries, kept } = await writeData(data, backup, replace)
  return {
    result: { ...backup.about, data, restored: entries, kept },
    text: `${data} has the data of ${file}: ${describeAbout(backup.about)}
${kept ? `The data before are in ${kept}.\n` : ''}All entries except the log of writes were compared: ${entries}. Start the club.`,
  }
}

/** Restores a backup where it leaves nothing, checks every row, and compares it with the data of the club. */
async function rehearseRestore(
  { data }: LocalContext,
  backup: Snapshot,
  current: Snapshot,
  file: string | undefined,
): Promise<CommandOutput> {
  const engine = engineOf(data)
  const faults = await checkSnapshot(backup)
  if (faults.length > 0) {
    const lines = [`${file ?? 'The backup'} is damaged.`, ...faults.map((fault) => `  ${fault}`)]
    return { result: { ...backup.about, faults }, text: lines.join('\n'), exitCode: 1 }
  }
  // The check has restored it into SQLite.
  if (engine === 'PostgreSQL') {
    const target = await postgresRehearsal(data)
    await fill(target, backup, engine).finally(target.close)
  }
  const difference = await compareEntries(
    forEngine(backup.entries(), engine),
    forEngine(current.entries(), engine),
  )
  const isEqual = difference.kinds.size === 0
  const compared = isEqual
    ? `All ${difference.same} entries except the log of writes are those of ${data}.`
    : `${difference.same} entries are those of ${data}. The others, which ${file === undefined ? 'should be equal' : 'were written since the backup'}:\n${formatDifference(difference)}`
  return {
    result: {
      ...backup.about,
      faults,
      same: difference.same,
      differs: Object.fromEntries(difference.kinds),
    },
    text: `Restored: ${describeAbout(backup.about)}\n${compared}`,
    exitCode: !isEqual && file === undefined ? 1 : undefined,
  }
}
