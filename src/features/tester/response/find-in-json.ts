/** A matching key or value: its path in JavaScript notation and its text. */
export type Match = { path: string; text: string }

/** The search stops at this number of matches. */
export const MAX_MATCHES = 200

/** Finds the keys and values of `root` that contain `text`, ignoring case. */
export function findInJson(root: unknown, text: string): Match[] {
  const wanted = text.trim().toLowerCase()
  const matches: Match[] = []
  const visit = (value: unknown, path: string, key: string) => {
    if (matches.length >= MAX_MATCHES) return
    const isBranch = typeof value === 'object' && value !== null
    const shown = isBranch ? (Array.isArray(value) ? '[…]' : '{…}') : (JSON.stringify(value) ?? '')
    const isMatch =
      key.toLowerCase().includes(wanted) ||
      (!isBranch && String(value).toLowerCase().includes(wanted))
    if (isMatch) matches.push({ path: path || 'response', text: shown })
    if (!isBranch) return
    for (const [name, child] of Object.entries(value)) {
      visit(child, path + step(value, name, path), Array.isArray(value) ? '' : name)
    }
  }
  if (wanted) visit(root, '', '')
  return matches
}

function step(parent: object, name: string, path: string): string {
  if (Array.isArray(parent)) return `[${name}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`
  return path ? `.${name}` : name
}
