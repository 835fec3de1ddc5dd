/** Object keys and array indexes that lead from the root of a value to a value inside it. */
export type Path = readonly (string | number)[]
export type Container = unknown[] | Record<string, unknown>

/** Whether a value contains other values. A Date does not. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

export function entriesOf(container: Container): [string | number, unknown][] {
  return Array.isArray(container) ? [...container.entries()] : Object.entries(container)
}

export function sizeOf(container: Container): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length
}

/** Whether a key can be added to an object: it must not be empty, nor an own key already. */
export function isValidKey(container: unknown, key: string): boolean {
  return key !== '' && !(isContainer(container) && Object.hasOwn(container, key))
}

/** A copy of `root` with `next` at `path`. Everything off the path is shared with `root`. */
export function setAt(root: unknown, path: Path, next: unknown): unknown {
  return updateAt(root, path, () => next)
}

/** A copy of `root` without the value at `path`. Later items of an array move up. */
export function removeAt(root: unknown, path: Path): unknown {
  if (path.length === 0) return root
  return updateAt(root, path.slice(0, -1), (container) =>
    changeEntries(container, (entries) => entries.filter(([name]) => name !== path.at(-1))),
  )
}

/** A copy of `root` with `value` at the end of the container at `path`. Arrays ignore `key`. */
export function addAt(root: unknown, path: Path, key: string, value: unknown): unknown {
  return updateAt(root, path, (container) =>
    changeEntries(container, (entries) => [...entries, [key, value]]),
  )
}

function updateAt(root: unknown, path: Path, update: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return update(root)
  return changeEntries(root, (entries) =>
    entries.map(([name, value]) => [name, name === key ? updateAt(value, rest, update) : value]),
  )
}

type Entries = [string | number, unknown][]

/** Builds a new container from entries: assigning to the key "__proto__" would call its setter. */
function changeEntries(value: unknown, change: (entries: Entries) => Entries): unknown {
  if (!isContainer(value)) return value
  const entries = change(entriesOf(value))
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
}

/** The path as a JavaScript expression: `users[0].name`, `headers["x-id"]`. */
export function pathText(path: Path, rootName: string): string {
  if (path.length === 0) return rootName
  return path.map((key, at) => accessor(key, at === 0)).join('')
}

function accessor(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
  return first ? key : `.${key}`
}

/** The id of the whole value, as a JSON Pointer (RFC 6901). */
export const ROOT_ID = ''

const ESCAPED: Record<string, string> = { '~': '~0', '/': '~1', '#': '~2' }

export function childId(parent: string, key: string | number): string {
  return `${parent}/${String(key).replace(/[~/#]/g, (char) => ESCAPED[char] ?? char)}`
}

/** The id of a group of array items that starts at index `from`. Items are not below their group. */
export function groupId(array: string, from: number): string {
  return `${array}#${from}`
}

/** The path as a JSON Pointer. An id stays the same when other values change. */
export function pathId(path: Path): string {
  return path.reduce<string>(childId, ROOT_ID)
}

/** The new id of a row after the value at `path` was removed; undefined if the row is gone too. */
export function idAfterRemoval(id: string, path: Path): string | undefined {
  const removed = pathId(path)
  if (id === removed || /^[/#]/.test(textAfter(id, removed))) return undefined
  const array = pathId(path.slice(0, -1))
  const index = path.at(-1)
  const rest = textAfter(id, `${array}/`)
  const at = Number.parseInt(rest, 10)
  if (typeof index !== 'number' || !(at > index)) return id
  return `${array}/${at - 1}${rest.slice(String(at).length)}`
}

function textAfter(id: string, prefix: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : ''
}
