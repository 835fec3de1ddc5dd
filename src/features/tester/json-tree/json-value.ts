/** Object keys and array indexes, from the whole value down. */
export type Path = readonly (string | number)[]
export type Container = unknown[] | Record<string, unknown>

/** Whether it holds other values; a Date is one value. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

export function entriesOf(container: Container): [string | number, unknown][] {
  return Array.isArray(container) ? [...container.entries()] : Object.entries(container)
}

export function sizeOf(container: Container): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length
}

/** What stands at `path`, own properties only: "constructor" is a key like any other. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    const isOwn = isContainer(value) && Object.hasOwn(value, key)
    return isOwn ? (value as Record<string | number, unknown>)[key] : undefined
  }, root)
}

/** The path as it stands in JavaScript: `users[0].name`, `headers["x-id"]`. */
export function pathText(path: Path, rootName: string): string {
  if (path.length === 0) return rootName
  return path.map((key, at) => step(key, at === 0)).join('')
}

function step(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
  return first ? key : `.${key}`
}
