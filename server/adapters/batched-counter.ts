type Waiting = { resolve: (value: number) => void; reject: (error: unknown) => void }

/**
 * A counter that many requests count up. Those that arrive while it counts are counted together, so that the row of
 * the counter is written once for all of them.
 * @param add adds a number to the counter and returns the sum
 */
export function batchedCounter(add: (key: string, count: number) => Promise<number>) {
  const queues = new Map<string, Waiting[]>()

  async function countFor(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      // Lets requests of the same moment join.
      await Promise.resolve()
      const batch = queue.splice(0)
      try {
        const sum = await add(key, batch.length)
        for (const [index, { resolve }] of batch.entries()) resolve(sum - batch.length + 1 + index)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) {
        queue.push({ resolve, reject })
        return
      }
      const started = [{ resolve, reject }]
      queues.set(key, started)
      countFor(key, started)
    })
}
