import type { CallName } from '../../src/contract/calls.ts'
import { after, type ShownToggle, shows, toggleOf, toggleStates } from './toggles.ts'

/*
 * What a page may rely on at any moment, and not only in the end: the session guarantees of Terry et al. (1994), checked over
 * every write and every read of every phone, as Jepsen checks databases.
 *
 * - **read your writes**: a phone shows its own post until it is refused, discarded or deleted;
 * - **monotonic reads**: what a phone has shown, it shows in the same or a later version, until a deletion has come to the club or was
 *   made here, and what was deleted does not come back;
 * - **writes follow reads**: who sees a post or a comment sees everything that its author saw when writing it;
 * - **no phantom**: everything that is shown was written so, by that author;
 * - **exactly once**: likes, votes, bookmarks and follows are shown as the writes that the club has done make them (`toggles.ts`), which
 *   the four above hold for, too.
 *
 * For example, Mira's phone shows the post A, and she writes B. Juno's phone shows B and not A: her phone has missed a part of the
 * log, and the history names both. A later part that brings A, so that all replicas are equal in the end, does not change that.
 *
 * What one phone sends, another one sees at some later time: nothing is said about that time. What comes by a courier may come
 * before what its author saw. A restored backup begins a new history.
 */

/** A post or comment as a page shows it. */
export type ShownRow = {
  _id: string
  userId: string
  content: string
  updatedAt: string
  /** Of a comment. */
  postId?: string
}

export type Write = {
  name: string
  call: CallName
  params: Record<string, string>
  body: unknown
  userId: string
}

/** What a page shows at a moment, and what waits on its phone. */
export type Read = {
  rows: readonly ShownRow[]
  toggles?: readonly ShownToggle[]
  /** Its own writes that wait, oldest first, without those that the club has refused. */
  pending?: readonly Write[]
  /** Writes of others that the club may still refuse. */
  carried?: readonly Write[]
  /** Of its copy. */
  cursor?: string
}

/** What the author of a row had seen and done before. */
type Causes = { rows: Set<string>; floors: Map<string, number>; toggles: string[] }

/** A row that was written, by its `_id`. */
type Row = { userId: string; texts: Set<string>; postId?: string; causes: Causes }

type Session = {
  title: string
  userId: string
  /** The versions of rows that it has shown. */
  seen: Map<string, number>
  /** The rows that it has written. */
  own: Set<string>
  /** What it has shown, or deleted itself, and shows no more. */
  gone: Set<string>
  /** The number of the first state of each list that it may still show. */
  floors: Map<string, number>
  /** Its toggles and deletions whose end it does not know, by name. */
  waiting: Map<string, Write>
  cursor?: string
  /** It still has the copy from before a restore: that with this cursor. */
  old?: string
}

const CREATES: CallName[] = ['POST /api/posts', 'POST /api/comments/add/:postId']
const EDITS: CallName[] = [
  'POST /api/posts/edit/:postId',
  'POST /api/comments/edit/:postId/:commentId',
]
const DELETES: CallName[] = [
  'DELETE /api/posts/:postId',
  'POST /api/comments/delete/:postId/:commentId',
]

const targetOf = ({ params }: Write) => params.commentId ?? params.postId ?? ''
const isDeletion = ({ call }: Write) => DELETES.includes(call)

/** The lists of a page's user and their rows, which a write of unknown origin may have changed. */
const OF_CONTENT = /^(posts|comments|votes|marks|lists)\//
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * @param phones the page of each is a session
 * @param isLarge the phones have a part of the club: what is missing may have been dropped
 */
export function startHistory(
  phones: readonly { title: string; userId: string }[],
  isLarge: boolean,
) {
  const writes = new Map<string, Write>()
  const rows = new Map<string, Row>()
  const refused = new Set<string>()
  /** Of what the club has done: rows that are deleted, toggles with the numbers of the states after them. */
  const deleted = new Set<string>()
  const done = new Map<string, number>()
  const states = toggleStates()
  let known = 0
  /** The rows that a write which no phone keeps has changed: it was done at the club only. */
  const unknown = new Set<string>()
  const sessions = phones.map(
    ({ title, userId }): Session => ({
      title,
      userId,
      seen: new Map(),
      own: new Set(),
      gone: new Set(),
      floors: new Map(),
      waiting: new Map(),
    }),
  )
  const failures = new Set<string>()

  function nameOf(id: string): string {
    return `“${[...(rows.get(id)?.texts ?? [id])].at(-1)}”`
  }

  /** @param removed what the page has deleted itself, and of which the club does not know */
  function mayBeGone(id: string, removed: ReadonlySet<string>): boolean {
    const ids = [id, rows.get(id)?.postId ?? id]
    return ids.some((one) => [deleted, refused, removed, unknown].some((set) => set.has(one)))
  }

  function raise({ floors }: Session, key: string, number: number): void {
    floors.set(key, Math.max(floors.get(key) ?? 0, number))
  }

  function checkRow({ title, seen, gone }: Session, row: ShownRow, isSeen: boolean): void {
    const { _id, userId, content, updatedAt } = row
    const written = rows.get(_id)
    if (written?.userId !== userId || !(written.texts.has(content) || unknown.has(_id)))
      failures.add(`${title} shows “${content}”, which its author did not write.`)
    if (!isSeen) return
    if (Date.parse(updatedAt) < (seen.get(_id) ?? 0))
      failures.add(`${title} shows an older version of ${nameOf(_id)} than before.`)
    if (gone.has(_id)) failures.add(`${title} shows ${nameOf(_id)} again, which was deleted.`)
  }

  /** The own writes that wait no more: the club has done them, or was as they wanted it, at a moment that this page knows. */
  function settle(session: Session, pending: readonly Write[]): void {
    const names = new Set(pending.map(({ name }) => name))
    for (const [name, write] of session.waiting) {
      if (names.has(name)) continue
      session.waiting.delete(name)
      const toggle = toggleOf(write, session.userId)
      const { title, floors } = session
      if (!toggle) {
        if (!mayBeGone(targetOf(write), new Set()))
          failures.add(`${title}: the deletion of ${nameOf(targetOf(write))} is lost.`)
        continue
      }
      const { key } = toggle
      const [kind, id = ''] = key.split('/')
      if (unknown.has(id)) continue
      const isReached = (state: Parameters<typeof after>[0]) => after(state, toggle) === state
      const number = done.get(name) ?? states.find(key, floors.get(key) ?? 0, isReached)
      if (number >= 0) raise(session, key, number)
      else failures.add(`${title}: a write to the ${kind} of ${nameOf(id)} is lost.`)
    }
  }

  function checkToggles(
    session: Session,
    shown: readonly ShownToggle[],
    waiting: readonly Write[],
    isLast = false,
  ): void {
    const { title, userId, floors } = session
    const onTop = waiting.flatMap((write) => toggleOf(write, write.userId) ?? [])
    for (const toggle of shown) {
      const { key, isOn, count } = toggle
      const [kind, id = ''] = key.split('/')
      if (unknown.has(id)) continue
      const own = onTop.filter((one) => one.key === key)
      const from = isLast ? states.last(key) : (floors.get(key) ?? 0)
      const number = states.find(key, from, (state) =>
        shows(toggle, own.reduce(after, state), userId),
      )
      if (number >= 0) floors.set(key, number)
      else
        failures.add(
          `${title} shows the ${kind} of ${nameOf(id)} as ${isOn ? 'with' : 'without'} its user${count === undefined ? '' : `, ${count} in all`}, which the writes do not explain.`,
        )
    }
  }

  /** Who sees a row sees everything that its author saw. @param isAway whether a row may be missing */
  function checkCauses(
    session: Session,
    { _id }: ShownRow,
    now: ReadonlyMap<string, ShownRow>,
    isAway: (id: string) => boolean,
  ): void {
    const { title, seen, userId } = session
    const row = rows.get(_id)
    if (isLarge || !row || seen.has(_id)) return
    for (const cause of row.causes.rows)
      if (!now.has(cause) && !isAway(cause))
        failures.add(
          `${title} shows ${nameOf(_id)} without ${nameOf(cause)}, which its author saw.`,
        )
    for (const [key, number] of row.causes.floors) raise(session, key, number)
    for (const name of row.causes.toggles) {
      const toggle = toggleOf(writes.get(name) as Write, userId)
      const number = done.get(name)
      if (toggle && number !== undefined) raise(session, toggle.key, number)
    }
  }

  return {
    failures,
    /** Notes a write that a phone has accepted. */
    write(phone: number, write: Write): void {
      const session = sessions[phone]
      if (!session) return
      const { name, call, params, userId } = write
      const { content = '' } = Object(write.body) as { content?: string }
      writes.set(name, write)
      // What it is about may be lost with the copy from before a restore.
      const isLasting = session.old === undefined
      if (CREATES.includes(call)) {
        const { seen, own, floors, waiting } = session
        const causes = {
          rows: new Set([...seen.keys(), ...own]),
          floors: new Map(floors),
          toggles: [...waiting.keys()],
        }
        rows.set(name, { userId, texts: new Set([content]), postId: params.postId, causes })
        if (isLasting) own.add(name)
      } else if (EDITS.includes(call)) {
        rows.get(targetOf(write))?.texts.add(content)
      } else if (isLasting && (isDeletion(write) || toggleOf(write, userId))) {
        session.waiting.set(name, write)
      }
    },
    /** A write was handed over to a courier, who may deliver it before older ones. */
    carry(name: string): void {
      const row = rows.get(name)
      if (row) row.causes = { rows: new Set(), floors: new Map(), toggles: [] }
    },
    /** A write was refused or discarded, and its phone has undone its effect. */
    takeBack(phone: number, write: Write): void {
      const session = sessions[phone]
      if (CREATES.includes(write.call)) refused.add(write.name)
      session?.waiting.delete(write.name)
      session?.seen.delete(targetOf(write))
      session?.gone.delete(targetOf(write))
    },
    /** A write has another name and time, because the clock of its phone was wrong. */
    rename(phone: number, old: string, write: Write): void {
      this.takeBack(phone, { ...write, name: old })
      this.write(phone, write)
    },
    /** Notes what the club has done. @param log all of its log, or its beginning and more of it than before */
    done(log: readonly { name?: string; keys?: readonly string[] }[]): void {
      for (const { name = '', keys = [] } of log.slice(known)) {
        const write = writes.get(name)
        if (!write) {
          const ids = keys
            .filter((key) => OF_CONTENT.test(key))
            .join()
            .match(UUIDS)
          for (const id of ids ?? []) unknown.add(id)
          continue
        }
        const toggle = toggleOf(write, write.userId)
        if (toggle) done.set(name, states.add(toggle))
        if (isDeletion(write)) deleted.add(targetOf(write))
      }
      known = log.length
    },
    /** The club has the log of a backup. Each phone begins a new history when it has copied the club again. */
    restore(): void {
      for (const session of sessions) {
        const { seen, own, gone, floors, waiting } = session
        for (const one of [seen, own, gone, floors, waiting]) one.clear()
        session.old = session.cursor
      }
      for (const row of rows.keys()) this.carry(row)
      for (const one of [deleted, done, states]) one.clear()
      known = 0
    },
    /** Notes what the page of a phone shows. */
    read(
      phone: number,
      { rows: shown, toggles = [], pending = [], carried = [], cursor }: Read,
    ): void {
      const session = sessions[phone]
      if (!session) return
      session.cursor = cursor
      if (session.old !== undefined && session.old === cursor) {
        for (const row of shown) checkRow(session, row, false)
        return
      }
      session.old = undefined
      const { title, seen, own, gone } = session
      const open = new Set(carried.flatMap((write) => [write.name, targetOf(write)]))
      const isOpen = (id: string) => open.has(id) || open.has(rows.get(id)?.postId ?? '')
      const removed = new Set(pending.filter(isDeletion).map(targetOf))
      const now = new Map(shown.map((row) => [row._id, row]))
      settle(session, pending)
      for (const id of new Set([...seen.keys(), ...own])) {
        if (now.has(id) || isOpen(id)) continue
        if (!isLarge && !mayBeGone(id, removed))
          failures.add(`${title} no longer shows ${nameOf(id)}.`)
        if (deleted.has(id) || removed.has(id)) gone.add(id)
        seen.delete(id)
      }
      for (const row of shown) {
        checkRow(session, row, !isOpen(row._id))
        if (isOpen(row._id)) continue
        checkCauses(session, row, now, (cause) => isOpen(cause) || mayBeGone(cause, removed))
        seen.set(row._id, Date.parse(row.updatedAt))
      }
      checkToggles(session, toggles, pending)
    },
    /** Checks what the club shows a user against all that it has done. */
    end(userId: string, { rows: shown, toggles = [] }: Read): void {
      const club: Session = {
        ...{ title: 'The club', userId, seen: new Map(), own: new Set(), gone: new Set() },
        ...{ floors: new Map(), waiting: new Map() },
      }
      for (const row of shown) checkRow(club, row, false)
      checkToggles(club, toggles, [], true)
    },
  }
}
