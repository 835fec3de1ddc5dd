import type { ReportReason } from '../../src/contract/report.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { isUuid } from '../store/ids.ts'
import { keyIn, REPORTS } from '../store/keys.ts'
import type { Transaction } from '../store/transaction.ts'
import { META, type Page, type WriteBuffer } from '../store/write-buffer.ts'

/** A report of a post, comment or person to the organiser. Only the club has it: no reply and no replica contains it. */
export type ReportRow = {
  _id: string
  /** Counts from 1, for people. */
  id: string
  createdAt: string
  /** The `_id` of the reporter. */
  reporterId: string
  table: 'users' | 'posts' | 'comments'
  /** The `_id` of the reported row. */
  rowId: string
  /** Of a comment. */
  postId?: string
  /** The `_id` of the reported person, or of the author. */
  userId: string
  reason: ReportReason
  text?: string
  /** The reported row at that time, so that no edit or deletion hides it. */
  copy: { username: string; firstName: string; text: string; pictures: string[] }
  /** Since the organiser has decided. */
  done?: Decision
}

/** The bytes of a picture and their type. */
export type PictureFile = { type: string; bytes: ArrayBuffer }

export type Decision = {
  at: string
  /** The organiser: a user of the club's machine. */
  by: string
  note?: string
  /** Whether the organiser removed the reported row. */
  removed: boolean
}

const rowKey = (_id: string) => keyIn(`${REPORTS}/`, _id)
const idKey = (id: string) => `${REPORTS}.id/${id}`
const openPrefix = (rowId: string) => `${REPORTS}.open/${rowId}/`
const openKey = ({ rowId, reporterId }: Pick<ReportRow, 'rowId' | 'reporterId'>) =>
  openPrefix(rowId) + reporterId
const picturePrefix = (url: string) => `${REPORTS}.picture/${encodeURIComponent(url)}/`
const fileKey = (url: string) => `${REPORTS}.file/${encodeURIComponent(url)}`
const donePrefix = `${REPORTS}.done/`

/** The keys of a report, without those of its pictures. */
export function reportKeys(report: ReportRow): string[] {
  const { _id, id, done } = report
  return [rowKey(_id), idKey(id), done ? doneKey(report, done) : openKey(report)]
}

const doneKey = ({ _id }: ReportRow, { at }: Decision) =>
  `${donePrefix}${hexTime(Date.parse(at))}-${_id}`

const storedPictures = ({ copy }: ReportRow) =>
  copy.pictures.filter((url) => url.startsWith(UPLOADS))

/** The keys of the pictures that a report may keep. */
export function pictureKeys(report: ReportRow): string[] {
  return storedPictures(report).flatMap((url) => [
    keyIn(picturePrefix(url), report._id),
    fileKey(url),
  ])
}

/**
 * The reports in a transaction:
 *
 *     reports/<inverted _id>                   the report
 *     reports.id/<id>                          its `_id`
 *     reports.open/<row>/<reporter>            its `_id`, while it waits
 *     reports.picture/<address>/<inverted _id> its `_id`, while it keeps a picture
 *     reports.file/<address>                   a kept picture whose upload was removed
 *     reports.done/<time of the decision>-…    its `_id`, in the order of decisions
 */
class Reports {
  readonly #entries: WriteBuffer

  constructor({ entries }: Transaction) {
    this.#entries = entries
  }

  /** The report with this `_id` or `id`. */
  async get(id: string): Promise<ReportRow | undefined> {
    const _id = isUuid(id) ? id : (await this.#entries.read([idKey(id)]))[0]
    return (await this.#entries.read([rowKey(String(_id))]))[0] as ReportRow | undefined
  }

  /** Whether a reporter has reported a row, and the organiser has not decided. */
  async isOpen(report: Pick<ReportRow, 'rowId' | 'reporterId'>): Promise<boolean> {
    return (await this.#entries.read([openKey(report)]))[0] !== undefined
  }

  /** All reports or a page of them, newest first. */
  async list(page?: Page): Promise<ReportRow[]> {
    const [found = []] = await this.#entries.scan([`${REPORTS}/`], page)
    return found as ReportRow[]
  }

  /** The reports of a row that wait. */
  async openOf(rowId: string): Promise<ReportRow[]> {
    const ids = await this.#entries.scanStored(openPrefix(rowId))
    const rows = await this.#entries.read(ids.map((_id) => rowKey(String(_id))))
    return rows.filter((row) => row !== undefined) as ReportRow[]
  }

  /** Stores a new report, which keeps the pictures that it shows. */
  async insert(fields: Omit<ReportRow, 'id'>): Promise<ReportRow> {
    const id = String(await this.#entries.increment(`${META}sequence/${REPORTS}`))
    const report = { ...fields, id }
    for (const key of reportKeys(report)) this.#entries.set(key, report._id)
    for (const url of storedPictures(report))
      this.#entries.set(keyIn(picturePrefix(url), report._id), report._id)
    this.put(report)
    return report
  }

  /** Replaces a report. */
  put(report: ReportRow): void {
    this.#entries.set(rowKey(report._id), report)
  }

  /** Stores a decision. */
  decide(report: ReportRow, done: Decision): void {
    this.#entries.set(openKey(report), undefined)
    this.#entries.set(doneKey(report, done), report._id)
    this.put({ ...report, done })
  }

  /** The reports that were decided before a time, oldest first, at most `limit`. @param time ms since 1970 */
  async decidedBefore(time: number, limit: number): Promise<ReportRow[]> {
    const ids = (await this.#entries.scanStored(donePrefix, { limit })) as string[]
    const rows = (await this.#entries.read(ids.map(rowKey))) as (ReportRow | undefined)[]
    return rows.filter((row) => row?.done && Date.parse(row.done.at) < time) as ReportRow[]
  }

  /** Removes a report that is decided, and so keeps no picture. */
  remove(report: ReportRow): void {
    for (const key of reportKeys(report)) this.#entries.set(key, undefined)
  }

  /** Whether a report keeps the picture at `url`. */
  async keeps(url: string): Promise<boolean> {
    const [ids = []] = await this.#entries.scan([picturePrefix(url)], { limit: 1 })
    return ids.length > 0
  }

  /** Stores a kept picture whose upload is removed. */
  putFile(url: string, file: PictureFile): void {
    this.#entries.set(fileKey(url), file)
  }

  /** A kept picture whose upload was removed. */
  async fileOf(url: string): Promise<PictureFile | undefined> {
    return (await this.#entries.read([fileKey(url)]))[0] as PictureFile | undefined
  }

  /** Ends that a report keeps its pictures. */
  async releasePictures(report: ReportRow): Promise<void> {
    for (const url of storedPictures(report)) {
      this.#entries.set(keyIn(picturePrefix(url), report._id), undefined)
      if (!(await this.keeps(url))) this.#entries.set(fileKey(url), undefined)
    }
  }
}

export const reportsOf = (tx: Transaction): Reports => new Reports(tx)

/** Milliseconds since 1970, so that keys sort by time. */
function hexTime(time: number): string {
  return time.toString(16).padStart(12, '0')
}
