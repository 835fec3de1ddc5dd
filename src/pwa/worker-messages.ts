/** The messages from a page to the worker, with the type of the answer if the message has a port. */
export type WorkerCalls = {
  /** Take over pages that have no worker. */
  CLAIM: undefined
  /** Take over from the worker of the previous build. */
  SKIP_WAITING: undefined
  /** Cache the app's remaining files. Answers how many those were. */
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
