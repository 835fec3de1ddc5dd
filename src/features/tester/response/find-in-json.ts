/** A place in a response: where it is, in JavaScript's notation, and what is there. */
export type Found = { path: string; text: string }

/** More are not shown, and not looked for. */
export const MOST_FOUND = 200

/** Where `text` stands in a key or a value, whatever its case. */
export function findInJson(root: unknown, text: string): Found[] {
  const wanted = text.trim().toLowerCase()
  const found: Found[] = []
  const visit = (value: unknown, path: string, key: string) => {
    if (found.length >= MOST_FOUND) return
    const isBranch = typeof value === 'object' && value !== null
    const shown = isBranch ? (Array.isArray(value) ? '[…]' : '{…}') : (JSON.stringify(value) ?? '')
    const hit =
      key.toLowerCase().includes(wanted) ||
      (!isBranch && String(value).toLowerCase().includes(wanted))
    if (hit) found.push({ path: path || 'response', text: shown })
    if (!isBranch) return
    for (const [name, child] of Object.entries(value)) {
      visit(child, path + step(value, name, path), Array.isArray(value) ? '' : name)
    }
  }
  if (wanted) visit(root, '', '')
  return found
}

function step(parent: object, name: string, path: string): string {
  if (Array.isArray(parent)) return `[${name}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`
  return path ? `.${name}` : name
}
