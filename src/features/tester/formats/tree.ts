/** An object of an imported document: any field can be missing or have another type. */
export type Tree = Record<string, unknown>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {})
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Numbers and booleans are written as texts too. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
