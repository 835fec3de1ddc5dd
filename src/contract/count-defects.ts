/** How many planted defects a list has. An assignment begins with its number. */
export function countDefects(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + (Number.parseInt(entry, 10) || 1), 0)
}
