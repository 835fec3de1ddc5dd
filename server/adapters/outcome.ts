/** Runs `work`, and returns a function that returns its result or throws its error. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<() => Result> {
  try {
    const result = await work()
    return () => result
  } catch (error) {
    return () => {
      throw error
    }
  }
}

export function raise(error?: unknown): never {
  throw error
}

export function errorOf(outcome: () => unknown): unknown {
  try {
    outcome()
    return undefined
  } catch (error) {
    return error
  }
}
