/** A row that a write changed. A comment names the post that it stands under. */
export type Change = {
  table: 'users' | 'posts' | 'comments'
  kind: 'added' | 'changed' | 'removed'
  _id: string
  postId?: string
}

/** What the back end tells every page after a write. */
export type Changes = {
  /** The tab that asked for the write, and has the answer; empty when the request named none. */
  by: string
  /** `undefined` when it is too much to list: anything may have changed. */
  changes: Change[] | undefined
}

/** The BroadcastChannel over which `Changes` are told. */
export const CHANGES_CHANNEL = 'gearheads-changes'

/** The request header in which a tab names itself, so that it is not told what it knows. */
export const TAB_HEADER = 'App-Tab'
