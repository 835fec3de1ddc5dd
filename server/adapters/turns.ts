import { yieldToLoop } from '../../mocks/slices.ts'

/** Writers that share a commit. Readers wait for them. */
const MAX_GROUP = 50

export type Turns = {
  /** Runs `work` in parallel with other readers. */
  read<Result>(work: () => Promise<Result>): Promise<Result>
  /** Called by `work` of a reader: lets others take a turn. Returns whether writers did. */
  pause(): Promise<boolean>
  /** Runs `work` alone. Settles after the commit. */
  write<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Settles the promise of a writer: with its result, or with the error of the commit. */
type Settle = (failed: { error: unknown } | undefined) => void

/**
 * Lets readers and writers take turns. Writers that wait at the same time run one after the other and share a commit,
 * because waiting for the disk takes longer than their work.
 * @param commit makes the writes of a group durable; if it throws, all of them fail
 */
export function turns(commit: () => void): Turns {
  let reading = 0
  let isWriting = false
  const readers: (() => void)[] = []
  const writers: (() => Promise<Settle>)[] = []

  function startWriters(): void {
    if (!isWriting && reading === 0 && writers.length > 0) void writeGroup()
  }

  async function writeGroup(): Promise<void> {
    isWriting = true
    // Requests that have arrived together become one group: the work of a writer is over before the next one is read.
    await yieldToLoop()
    const group: Settle[] = []
    for (let next = writers.shift(); next; next = writers.shift()) {
      group.push(await next())
      if (group.length === MAX_GROUP) break
    }
    const failed = errorOf(commit)
    isWriting = false
    for (const settle of group) settle(failed)
    for (const start of readers.splice(0)) start()
    startWriters()
  }

  return {
    read: (work) =>
      new Promise((resolve, reject) => {
        const start = () => {
          reading += 1
          const done = () => {
            reading -= 1
            startWriters()
          }
          work().then(resolve, reject).finally(done)
        }
        if (isWriting || writers.length > 0) readers.push(start)
        else start()
      }),
    async pause() {
      if (writers.length === 0) {
        await yieldToLoop()
        return false
      }
      reading -= 1
      const { promise, resolve } = Promise.withResolvers<void>()
      readers.push(() => {
        reading += 1
        resolve()
      })
      startWriters()
      await promise
      return true
    },
    write: (work) =>
      new Promise((resolve, reject) => {
        writers.push(() =>
          work().then(
            (result) => (failed) => (failed ? reject(failed.error) : resolve(result)),
            (error) => () => reject(error),
          ),
        )
        startWriters()
      }),
  }
}

function errorOf(work: () => void): { error: unknown } | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return { error }
  }
}
