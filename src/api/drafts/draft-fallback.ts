/*
 * Local storage is written at once and has room of its own: what was written is safe there, without
 * pictures, while IndexedDB saves it, and when the device is too full for that. Logging out clears it.
 */
const PREFIX = 'gearheads-draft/'

/** Keep the texts of these drafts until `save` has succeeded. Gives whether it did. */
export async function shelterUntil(
  save: () => Promise<void>,
  keys: readonly string[],
  textOf: (key: string) => string | undefined,
): Promise<boolean> {
  const texts = keys.map((key) => [key, textOf(key)] as const)
  for (const [key, text] of texts) shelter(key, text)
  try {
    await save()
    // What was typed meanwhile is another text, and another save's.
    for (const [key, text] of texts) if (isSheltered(key, text)) shelter(key, undefined)
    return true
  } catch (error) {
    console.warn('A draft could not be saved', error)
    return false
  }
}

/** What was kept so at an earlier visit, which did not live to see it saved. */
export function sheltered(): [key: string, text: string][] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    return keys.map((key) => [key.slice(PREFIX.length), localStorage.getItem(key) ?? ''])
  } catch {
    return []
  }
}

function isSheltered(key: string, text: string | undefined): boolean {
  try {
    return localStorage.getItem(PREFIX + key) === text
  } catch {
    return false
  }
}

function shelter(key: string, text: string | undefined): void {
  try {
    if (text) localStorage.setItem(PREFIX + key, text)
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // No site data, or a text of megabytes: IndexedDB may still take it.
  }
}
