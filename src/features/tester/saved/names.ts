/** A run of more requests would take minutes, and their list is read as a whole. */
export const MAX_SAVED = 200

/** The name of a saved request in references: `Log in (Mira)` is `log-in-mira` (R14.22). */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** `name`, or with the first number from 2 that makes its slug unlike those of `taken` names. */
export function uniqueName(name: string, taken: readonly string[]): string {
  const slugs = new Set(taken.map(slugOf))
  const base = slugOf(name) ? name.trim() : `Request ${name}`.trim()
  return freeName(base, (one) => slugs.has(slugOf(one)), ' ')
}

/** `name`, or with the first number from 2 that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean, space = '-'): string {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}${space}${count}`
  return free
}

/** A name for a request: the last word of its path, such as "login" or "like". */
export function suggestName(endpoint: string, taken: readonly string[]): string {
  const path = endpoint.replace(/[?#].*/, '').replace(/\{\{.*?\}\}/g, '')
  const words = path.split('/').filter((word) => /^[a-z][a-z-]*$/i.test(word))
  return uniqueName(words.at(-1) ?? 'request', taken)
}
