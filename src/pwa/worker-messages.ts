/** What a page can ask of the worker, beside `/api`; with what is answered, if a port came along. */
export type WorkerCalls = {
  /** Take over pages that have no worker. */
  CLAIM: undefined
  /** Take over from the worker of the build before. */
  SKIP_WAITING: undefined
  /** Keep what is not kept yet of the app's files. Answers how many that were. */
  KEEP_REST: number
  STATUS: WorkerStatus
  /** Make a round trip to the store. */
  PING: unknown
}

export type WorkerMessage = { type: keyof WorkerCalls }
export type WorkerStatus = {
  build: string
  /** How many of the app's files are kept for offline use. */
  kept: number
  of: number
}
