/** Runs work in a number of slots, in order of arrival: work that needs all of them runs alone. */
export function slots(count: number) {
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

  return async <Result>(needed: number, work: () => Promise<Result>): Promise<Result> => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    queue.push({ needed, start })
    startNext()
    await started
    try {
      return await work()
    } finally {
      free += needed
      startNext()
    }
  }
}
