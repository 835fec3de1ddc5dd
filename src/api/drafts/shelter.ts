/*
 * Local storage has room of its own: what was written is safe there, without pictures, when the device
 * is too full for IndexedDB. Logging out clears it, as it should.
 */
const PREFIX = 'gearheads-draft/'

/** Whether saving failed the last time. */
let isFull = false

/** Save these drafts; where that fails, keep their texts until it succeeds. Gives whether it did. */
export async function saveOrShelter(
  keys: readonly string[],
  textOf: (key: string) => string | undefined,
  save: () => Promise<void>,
): Promise<boolean> {
  // A page that is going away does not live to see that it fails again.
  if (isFull) shelter(keys, textOf)
  try {
    await save()
    if (isFull) shelter(keys, () => undefined)
    isFull = false
  } catch (error) {
    console.warn('A draft could not be saved', error)
    isFull = true
    shelter(keys, textOf)
  }
  return !isFull
}

/** What was kept so at an earlier visit. */
export function sheltered(): [key: string, text: string][] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    isFull = keys.length > 0
    return keys.map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? ''])
  } catch {
    // Site data are blocked, and there is nothing to come back to.
    return []
  }
}

function shelter(keys: readonly string[], textOf: (key: string) => string | undefined): void {
  try {
    for (const key of keys) {
      const text = textOf(key)
      if (text) localStorage.setItem(PREFIX + key, text)
      else localStorage.removeItem(PREFIX + key)
    }
  } catch (error) {
    console.warn('A draft could not be kept', error)
  }
}
