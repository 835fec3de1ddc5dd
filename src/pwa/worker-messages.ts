import type {
  GivenResult,
  SyncCause,
  SyncStatus,
  SyncWait,
  TakenResult,
} from '../../sync/messages.ts'

/** The messages from a page to the worker, with the type of the reply if the message has a port. */
export type WorkerCalls = {
  /** Take over pages that have no worker. */
  CLAIM: undefined
  /** Take over from the worker of the previous build. */
  SKIP_WAITING: undefined
  /** From the worker that takes over: end calls that would delay it. */
  CLOSE: undefined
  /** Cache the files of the app that are missing. Replies with their number. */
  KEEP_ALL: number
  STATUS: WorkerStatus
  /** Make a round trip to the store. */
  PING: unknown
} & {
  [Type in keyof SyncCalls]: Type extends keyof SyncReplies ? SyncReplies[Type] : undefined
}

type SyncReplies = {
  SYNC_STATUS: SyncStatus
  SYNC: SyncWait | undefined
  SYNC_GIVE: GivenResult
  SYNC_TAKE: TakenResult
}

/** The messages to the worker at a club's address, with their arguments. */
export type SyncCalls = {
  /** Send what is pending, then pull, if the device may. Replies with why it waits afterwards. */
  SYNC: { cause: SyncCause }
  SYNC_STATUS: unknown
  /** Take a pending write back. */
  SYNC_DISCARD: { name: string }
  /** Send a refused write again. */
  SYNC_RETRY: { name: string }
  /** End the session of a token, and take all pending writes of its user back. */
  SYNC_LOG_OUT: { userId: string; token: string }
  /** Make a bundle of waiting writes for another phone. */
  SYNC_GIVE: { userId: string; withPictures: boolean; maxLength: number }
  /** Take the writes in the bundle of another phone. */
  SYNC_TAKE: { bytes: Uint8Array<ArrayBuffer> }
}

export type WorkerMessage = { type: keyof WorkerCalls }

/** From the worker to a page: show a screen, because its notification was clicked. */
export type OpenMessage = { type: 'OPEN'; path: string }

/** From a worker whose installation failed, to all pages, with a sentence that says why. */
export type NotInstalledMessage = { type: 'NOT_INSTALLED'; reason: string }

export type WorkerStatus = {
  build: string
  /** How many of the app's files are cached for offline use. */
  kept: number
  of: number
}
