/** The last of those that run without Web Locks, by name. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Runs `work` alone among those of the same name, or with others that are `shared`. The one use of Web Locks in the back end: a
 * browser can have them and refuse, as Firefox does where site data is blocked. Then those of this context take turns.
 */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  mode: LockMode = 'exclusive',
): Promise<Result> {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await navigator.locks.request(name, { mode }, begin)
  } catch (error) {
    if (hasBegun) throw error
    const turn = (turns.get(name) ?? Promise.resolve()).then(work)
    turns.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
}
