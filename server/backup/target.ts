import type { Entry } from './snapshot.ts'

/** A place for a club's data. It holds nothing until it is finished: a process that is killed leaves what was there. */
export type Target = {
  put(entries: AsyncIterable<Entry>): Promise<void>
  /** The entries that were put, sorted by key. */
  entries(): AsyncIterable<Entry>
  /** Makes the data those of the club, for good. @returns where the data are that were there before */
  finish(): Promise<string | undefined>
  /** Undoes everything, unless it is finished. */
  close(): Promise<void>
}

export const IN_USE = 'A club or another command uses these data. Stop it first.'
