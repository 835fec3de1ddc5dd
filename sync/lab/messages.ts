import type { Line } from './lines.ts'

/*
 * The Lab (docs/sync.md#the-lab): a club and its phones in one worker, which the page shows. Both sides share the steps that a
 * person takes, and the state after them.
 */

/** What a member does on a phone. Most actions are on a post, a comment or a user that the phone shows. */
export const labActions = [
  ...(['post', 'edit', 'delete', 'like', 'dislike', 'bookmark', 'unbookmark', 'report'] as const),
  ...(['comment', 'mention', 'editComment', 'deleteComment', 'upvote', 'downvote'] as const),
  ...(['follow', 'unfollow', 'mute', 'unmute', 'bio', 'seen'] as const),
]
export type LabAction = (typeof labActions)[number]

/** What happens to the message of a phone that is on its way. */
export const labFates = ['deliver', 'lose', 'twice'] as const
export type LabFate = (typeof labFates)[number]

/** A step of a run. `on` is the number of a phone. */
export type LabStep =
  | {
      do: 'act'
      on: number
      action: LabAction
      /** The number of the post on this phone, the newest first; of actions on a user, the number of the user. */
      post: number
      /** The number of the comment on the post, the newest first. */
      comment: number
      text?: string
    }
  /** The next requests work, then `times` of them meet the fault; 0 stands for all. */
  | { do: 'line'; on: number; line: Line; after: number; times: number }
  /** Sends and pulls until nothing is left to do, or the line fails. */
  | { do: 'sync'; on: number }
  /** Begins a sync whose messages wait for their fate. */
  | { do: 'begin'; on: number }
  | { do: 'fate'; on: number; fate: LabFate }
  /** Sets how far the clock of a phone is ahead, in ms. */
  | { do: 'clock'; on: number; ms: number }
  | { do: 'restart' | 'logIn'; on: number }
  /** Hands the waiting writes of a phone over to another one, as codes or a file do (docs/sync.md#courier). */
  | { do: 'give'; on: number; to: number }
  /** Of the pending write with this number. */
  | { do: 'discard' | 'retry'; on: number; write: number }
  /** Time passes, in ms. */
  | { do: 'wait'; ms: number }
  | { do: 'restartClub' | 'backUpClub' | 'restoreClub' }
  /** Repairs all lines and synchronizes all phones until nothing changes. */
  | { do: 'settle' }

/** Where a row differs. A row that is not on a phone is listed there too, with its place at the club. */
export type LabMark = 'same' | 'different' | 'only here' | 'only at the club'

type LabRow = {
  _id: string
  author: string
  text: string
  mark: LabMark
  /** The fields that differ, such as `text` with the value at the club. */
  differs: string[]
}
export type LabComment = LabRow & { upvotes: number; index: number }
export type LabPost = LabRow & {
  likes: number
  isLiked: boolean
  isBookmarked: boolean
  isFollowed: boolean
  isOwn: boolean
  /** The number of the post on its phone, and that of its author among the users. */
  index: number
  user: number
  comments: LabComment[]
}

type LabPending = {
  name: string
  /** Such as `Like “Hello”`. */
  text: string
  state:
    | 'never sent'
    | 'sent, without a reply'
    | 'refused'
    | 'waits for a log-in'
    | 'handed over'
    /** That phone has shown that it has the write. */
    | `with ${string}’s phone`
  /** Why the club refused it. */
  error?: string
}

export type LabPhone = {
  /** Such as `Mira’s phone`. */
  title: string
  username: string
  line: Line
  /** How far its clock is ahead, in ms. */
  ahead: number
  /** In ms since 1970, by its own clock. */
  now: number
  /** Where it continues to read the club's log, and how many of the writes there it has read. */
  cursor: string
  writesRead: number
  posts: LabPost[]
  pending: LabPending[]
  /** The writes of others that this phone delivers. */
  carried: { name: string; text: string; author: string }[]
  /** The result of the last step, if this phone has handed writes over in it. */
  given?: string
  /** The message that waits for its fate. */
  message?: { from: 'phone' | 'club'; text: string }
  /** Why the last sync failed. */
  problem?: string
  /** The number of entries that differ from those of the club. */
  differences: number
}

export type LabCheck = {
  /** The number of the invariant in docs/sync.md. */
  number: number
  text: string
  /** Why it does not hold. */
  failures: string[]
}

export type LabState = {
  seed: number
  /** The fragment of a link that replays the run. */
  fragment: string
  /** The club's time, in ms since 1970. */
  now: number
  /** How far its clock is from the beginning, in ms. */
  elapsed: number
  phones: LabPhone[]
  club: { posts: LabPost[]; log: { id: string; text: string }[] }
  /** All steps, with their results. */
  steps: { text: string; result: string }[]
  /** Nothing waits, and all phones equal the club. */
  isQuiet: boolean
  /** Only after they were asked for, and until the next step. */
  checks?: LabCheck[]
}

/** What the page asks of the worker. */
export type LabOrder =
  /** Plays the run of a link. */
  { open: string } | { step: LabStep } | { random: number } | { undo: true } | { check: true }

/** `problem`: why a link cannot be opened. */
export type LabReply = { state?: LabState; problem?: string }
