import type { CallName } from '../../src/contract/calls.ts'

/*
 * What a page may rely on at any moment, and not only in the end: the session guarantees of Terry et al. (1994), checked over
 * every write and every read of every phone, as Jepsen checks databases.
 *
 * - **read your writes**: a phone shows its own post until it is refused, discarded or deleted;
 * - **monotonic reads**: what a phone has shown, it shows in the same or a later version, until somebody deletes it, and what was
 *   deleted does not come back;
 * - **writes follow reads**: who sees a post or a comment sees everything that its author saw when writing it;
 * - **no phantom**: everything that is shown was written so, by that author.
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

type Write = { name: string; call: CallName; params: Record<string, string>; body: unknown }

/** A row that was written, by its `_id`. */
type Row = { userId: string; texts: Set<string>; postId?: string; causes: Set<string> }

type Session = {
  title: string
  userId: string
  /** The versions that it has shown. */
  seen: Map<string, number>
  /** What it has written. */
  own: Set<string>
  /** What it has shown, or deleted itself, and shows no more. */
  gone: Set<string>
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

/**
 * @param phones the page of each is a session
 * @param isLarge the phones have a part of the club: what is missing may have been dropped
 */
export function startHistory(
  phones: readonly { title: string; userId: string }[],
  isLarge: boolean,
) {
  const rows = new Map<string, Row>()
  const deleted = new Set<string>()
  const refused = new Set<string>()
  const sessions = phones.map(
    ({ title, userId }): Session => ({
      title,
      userId,
      seen: new Map(),
      own: new Set(),
      gone: new Set(),
    }),
  )
  const failures = new Set<string>()

  const targetOf = ({ params }: Write) => params.commentId ?? params.postId ?? ''
  /** Whether it may be missing: it, or the post that it is a comment on, was deleted or refused. */
  function mayBeGone(id: string): boolean {
    const { postId } = rows.get(id) ?? {}
    return [id, postId].some((one) => one && (deleted.has(one) || refused.has(one)))
  }
  function nameOf(id: string): string {
    return `“${[...(rows.get(id)?.texts ?? [id])].at(-1)}”`
  }

  function checkRow({ title, seen, gone }: Session, row: ShownRow, isSeen: boolean): void {
    const { _id, userId, content, updatedAt } = row
    const written = rows.get(_id)
    if (written?.userId !== userId || !written.texts.has(content))
      failures.add(`${title} shows “${content}”, which its author did not write.`)
    if (!isSeen) return
    if (Date.parse(updatedAt) < (seen.get(_id) ?? 0))
      failures.add(`${title} shows an older version of ${nameOf(_id)} than before.`)
    if (gone.has(_id)) failures.add(`${title} shows ${nameOf(_id)} again, which was deleted.`)
  }

  return {
    failures,
    /** Notes a write that a phone has accepted. */
    write(phone: number, write: Write): void {
      const session = sessions[phone]
      if (!session) return
      const { name, call, params } = write
      const { userId } = session
      const { content = '' } = Object(write.body) as { content?: string }
      if (CREATES.includes(call)) {
        const causes = new Set([...session.seen.keys(), ...session.own])
        rows.set(name, { userId, texts: new Set([content]), postId: params.postId, causes })
        session.own.add(name)
      } else if (EDITS.includes(call)) {
        rows.get(targetOf(write))?.texts.add(content)
      } else if (DELETES.includes(call)) {
        deleted.add(targetOf(write))
        session.gone.add(targetOf(write))
      }
    },
    /** A write was handed over to a courier, who may deliver it before older ones. */
    carry(name: string): void {
      rows.get(name)?.causes.clear()
    },
    /** A write was refused or discarded: its effect on its phone is taken back. */
    takeBack(phone: number, write: Write): void {
      const session = sessions[phone]
      if (CREATES.includes(write.call)) refused.add(write.name)
      session?.seen.delete(targetOf(write))
      session?.gone.delete(targetOf(write))
    },
    /** A write has another name and time, because the clock of its phone was wrong. */
    rename(phone: number, old: string, write: Write): void {
      this.takeBack(phone, { ...write, name: old })
      this.write(phone, write)
    },
    /** Each phone begins a new history when it has copied the club again. */
    restore(): void {
      for (const session of sessions) {
        for (const one of [session.seen, session.own, session.gone]) one.clear()
        session.old = session.cursor
      }
      for (const { causes } of rows.values()) causes.clear()
    },
    /**
     * Notes what the page of a phone shows.
     * @param carried writes of others that the club may still refuse
     * @param cursor of its copy
     */
    read(
      phone: number,
      shown: readonly ShownRow[],
      carried: readonly Write[],
      cursor?: string,
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
      const now = new Map(shown.map((row) => [row._id, row]))
      for (const id of new Set([...seen.keys(), ...own])) {
        if (now.has(id) || open.has(id)) continue
        if (!isLarge && !mayBeGone(id)) failures.add(`${title} no longer shows ${nameOf(id)}.`)
        if (deleted.has(id)) gone.add(id)
        seen.delete(id)
      }
      for (const row of shown) {
        const { _id } = row
        const isSeen = !open.has(_id) && !open.has(row.postId ?? '')
        checkRow(session, row, isSeen)
        if (!isSeen) continue
        for (const cause of isLarge || seen.has(_id) ? [] : (rows.get(_id)?.causes ?? []))
          if (!now.has(cause) && !mayBeGone(cause))
            failures.add(
              `${title} shows ${nameOf(_id)} without ${nameOf(cause)}, which its author saw.`,
            )
        seen.set(_id, Date.parse(row.updatedAt))
      }
    },
  }
}
