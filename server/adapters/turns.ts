import { yieldToLoop } from '../../mocks/slices.ts'
import { errorOf, outcomeOf, raise } from './outcome.ts'

/** Writers that share a commit. Readers wait for them. */
const MAX_GROUP = 50

export type Turns = {
  /** Runs `work` in parallel with other readers. */
  read<Result>(work: () => Promise<Result>): Promise<Result>
  /** Called by `work` of a reader: lets others take a turn. Returns whether writers did. */
  pause(): Promise<boolean>
  /** Runs `work` while nothing else does, and again if its group fails: then `isAlone`. Settles after the commit. */
  write<Result>(work: (isAlone: boolean) => Promise<Result>): Promise<Result>
}

type Writer = {
  work: (isAlone: boolean) => Promise<unknown>
  settle: (result: () => unknown) => void
}

/**
 * Lets readers and writers take turns. Writers that wait at the same time run one after the other and share a commit,
 * because waiting for the disk takes longer than their work. When the commit fails, they run again, each with its own.
 * @param commit makes the writes of a group durable, or undoes them and throws
 */
export function turns(commit: () => void): Turns {
  let reading = 0
  let isWriting = false
  const readers: (() => void)[] = []
  const writers: Writer[] = []

  function startWriters(): void {
    if (!isWriting && reading === 0 && writers.length > 0) void writeGroup()
  }

  async function writeGroup(): Promise<void> {
    isWriting = true
    // Requests that have arrived together become one group: the work of a writer is over before the next one is read.
    await yieldToLoop()
    const group: Writer[] = []
    let results: (() => unknown)[] = []
    for (let next = writers.shift(); next; next = writers.shift()) {
      group.push(next)
      results.push(await outcomeOf(() => next.work(false)))
      if (group.length === MAX_GROUP) break
    }
    if (errorOf(commit)) {
      results = []
      for (const { work } of group) {
        const result = await outcomeOf(() => work(true))
        const error = errorOf(commit)
        results.push(error ? () => raise(error) : result)
      }
    }
    isWriting = false
    for (const [index, { settle }] of group.entries()) settle(results[index] ?? raise)
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
    write: <Result>(work: (isAlone: boolean) => Promise<Result>) =>
      new Promise<Result>((resolve) => {
        writers.push({ work, settle: (result) => resolve(Promise.try(result as () => Result)) })
        startWriters()
      }),
  }
}
