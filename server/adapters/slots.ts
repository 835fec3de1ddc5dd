import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'

/**
 * Runs work in a number of slots, in order of arrival: work that needs all of them runs alone.
 * @param patience how long work waits for its slots, in milliseconds. Then it fails with 503 and is not done.
 */
export function slots(count: number, patience?: number) {
  let free = count
  const queue: { needed: number; start: () => void }[] = []

  function startNext(): void {
    for (;;) {
      const [next] = queue
      if (!next || next.needed > free) return
      queue.shift()
      free -= next.needed
      next.start()
    }
  }

  function wait(needed: number): Promise<void> {
    const { promise: started, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      queue.splice(queue.indexOf(entry), 1)
      startNext()
      reject(new ApiError(apiErrors.noDatabase))
    }
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const entry = { needed, start }
    queue.push(entry)
    startNext()
    return started
  }

  return async <Result>(needed: number, work: () => Promise<Result>): Promise<Result> => {
    await wait(needed)
    try {
      return await work()
    } finally {
      free += needed
      startNext()
    }
  }
}
