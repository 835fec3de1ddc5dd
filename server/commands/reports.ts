import { makeZip } from 'client-zip'
import { decideReport } from '../../mocks/reports/report.ts'
import { type ReportRow, reportsOf } from '../../mocks/reports/reports.ts'
import { timestamp } from '../../mocks/store/timestamp.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { ReportReason } from '../../src/contract/report.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'
import { pictureFiles, readUpload } from './export-user.ts'
import { excerpt, oneLine } from './format-output.ts'

/** Reports that are read at a time. Other requests run in between. */
const PAGE = 200

const KINDS = { users: 'person', posts: 'post', comments: 'comment' }

const REASONS: Record<ReportReason, string> = {
  spam: 'spam',
  insult: 'insult or threat',
  violence: 'nudity or violence',
  picture: "someone else's picture",
  other: 'something else',
}

/** `reports`: those that wait, newest first. */
export const listReports: Command = {
  usage: '[--all]',
  summary: 'the reports that wait for you; --all: also the decided ones of the last 180 days',
  options: { all: { type: 'boolean', default: false } },
  async run({ server }, { options }) {
    const result = await server.database.read(async (tx) => {
      const reports = await readAll(tx)
      const waiting = reports.filter(({ done }) => !done)
      const counts = Map.groupBy(waiting, ({ rowId }) => rowId)
      const shown = options.all ? reports : waiting
      return Promise.all(
        shown.map(async (report) => ({
          id: report.id,
          when: report.createdAt,
          reporter: await nameOf(tx, report.reporterId),
          what: KINDS[report.table],
          of: await currentName(tx, report),
          reason: REASONS[report.reason],
          text: excerpt(report.copy.text),
          exists: (await tx.has(report.table, report.rowId)) ? 'yes' : 'no',
          waiting: counts.get(report.rowId)?.length ?? 0,
          ...(options.all && { decided: decisionText(report) }),
        })),
      )
    })
    return { result }
  },
}

/** `report`: one with everything. */
export const showReport: Command = {
  usage: 'ID [FILE]',
  summary:
    'a report with everything, also the text at that time; its pictures are written to FILE, a zip',
  names: [1, 2],
  async run(context, { names: [id, name] }) {
    const shown = await context.server.database.read(async (tx) => {
      const report = await findReport(tx, id)
      const exists = await tx.has(report.table, report.rowId)
      const current = (await tx.get(report.table, report.rowId)) as Partial<CurrentText> | undefined
      const others = (await reportsOf(tx).openOf(report.rowId)).filter(
        ({ _id }) => _id !== report._id,
      )
      const result = {
        ...report,
        reporter: await nameOf(tx, report.reporterId),
        of: await currentName(tx, report),
        exists,
        /** The text now, if it was edited since. */
        textNow: changedText(report, current),
        address: addressOf(report),
        others: await Promise.all(
          others.map(async (one) => ({ id: one.id, reporter: await nameOf(tx, one.reporterId) })),
        ),
      }
      return { result, text: describe(result) }
    })
    if (name === undefined) return shown
    const bytes = makeZip(pictureFiles(context, shown.result.copy.pictures, readKept))
    return { ...shown, file: { name, bytes } }
  },
}

const readKept = async (tx: Transaction, url: string) =>
  (await reportsOf(tx).fileOf(url)) ?? readUpload(tx, url)

/** `resolve-report`: decides reports without removing anything. */
export const resolveReport: Command = {
  usage: 'ID… [--note TEXT]',
  summary: 'marks reports as decided, with a note for other organisers',
  options: { note: { type: 'string' } },
  names: [1, 100],
  run: (context, { names, options: { note } }) =>
    changeData(context, async (tx) => {
      const reports: ReportRow[] = []
      for (const id of new Set(names)) reports.push(await findReport(tx, id))
      const decided = reports.find(({ done }) => done)
      if (decided) throw new Error(`Report ${decided.id} is decided: ${decisionText(decided)}.`)
      const decision = {
        at: timestamp(tx.now),
        by: context.action.by,
        note: typeof note === 'string' ? note : undefined,
        removed: false,
      }
      for (const report of reports) await decideReport(tx, report, decision)
      const ids = reports.map(({ id }) => id)
      return { result: ids, text: `Decided: ${ids.join(', ')}.` }
    }),
}

async function readAll(tx: Transaction): Promise<ReportRow[]> {
  const found: ReportRow[] = []
  for (let before: string | undefined; ; before = found.at(-1)?._id) {
    const some = await reportsOf(tx).list({ before, limit: PAGE })
    found.push(...some)
    if (some.length < PAGE) return found
    await tx.pause()
  }
}

async function findReport(tx: Transaction, id = ''): Promise<ReportRow> {
  const report = await reportsOf(tx).get(id)
  if (!report)
    throw new Error(`There is no report ${id}. The command reports lists those that wait.`)
  return report
}

async function nameOf(tx: Transaction, userId: string): Promise<string> {
  return (await tx.get('users', userId))?.username ?? 'former member'
}

/** The name that others know now. Of a removed account, the name at that time. */
async function currentName(tx: Transaction, { userId, copy }: ReportRow): Promise<string> {
  return (await tx.get('users', userId))?.username ?? copy.username
}

type CurrentText = { content: string; bio: string }

function changedText(
  { copy }: ReportRow,
  current: Partial<CurrentText> | undefined,
): string | undefined {
  const text = current?.content ?? current?.bio
  return text === copy.text ? undefined : text
}

/** The path of the app that shows it. */
function addressOf({ table, rowId, postId }: ReportRow): string {
  return table === 'users' ? `/profilePage/${rowId}` : `/post/${postId ?? rowId}`
}

function decisionText({ done }: ReportRow): string {
  if (!done) return ''
  const verb = done.removed ? 'removed' : 'decided'
  return `${verb} by ${done.by}, ${done.at}${done.note ? `: ${done.note}` : ''}`
}

type Shown = ReportRow & {
  reporter: string
  of: string
  exists: boolean
  textNow: string | undefined
  address: string
  others: { id: string; reporter: string }[]
}

function describe(report: Shown): string {
  const { id, createdAt, reporter, table, rowId, of, exists, address, reason, text, copy } = report
  const others = report.others.map((one) => `${one.id} (${one.reporter})`).join(', ')
  const lines: [label: string, value: string | undefined][] = [
    ['Report', `${id}, ${createdAt}`],
    ['Reporter', reporter],
    ['About', `${KINDS[table]} of ${of}, ${rowId}`],
    ['Address', exists ? address : 'It is gone.'],
    ['Reason', REASONS[reason] + (text ? `: ${text}` : '')],
    ['Name then', `${copy.firstName} @${copy.username}`],
    ['Text then', copy.text],
    ['Text now', report.textNow],
    ['Pictures then', copy.pictures.join(' ')],
    ['Other reports', others],
    ['Decision', decisionText(report) || 'none yet'],
  ]
  return lines
    .filter(([, value]) => value)
    .map(([label, value]) => `${label.padEnd(15)}${oneLine(value)}`)
    .join('\n')
}
