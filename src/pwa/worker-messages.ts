/** The messages from a page to the worker, with the type of the reply if the message has a port. */
export type WorkerCalls = {
  /** Take over pages that have no worker. */
  CLAIM: undefined
  /** Take over from the worker of the previous build. */
  SKIP_WAITING: undefined
  /** Cache the app's remaining files. Replies with their number. */
  KEEP_REST: number
  STATUS: WorkerStatus
  /** Make a round trip to the store. */
  PING: unknown
}

export type WorkerMessage = { type: keyof WorkerCalls }
export type WorkerStatus = {
  build: string
  /** How many of the app's files are cached for offline use. */
  kept: number
  of: number
}
