import { type Container, entriesOf, isContainer, type Path, valueAt } from './json-value.ts'

/**
 * A copy of `root` with `next` at `path`, sharing all that did not change. Keys are never assigned:
 * "__proto__" would be a setter.
 */
export function setAt(root: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (!isContainer(root)) return root
  return changeEntries(root, (entries) =>
    entries.map(([name, value]) => [name, name === key ? setAt(value, rest, next) : value]),
  )
}

/** A copy of `root` without what stands at `path`; later items of an array move up. */
export function removeAt(root: unknown, path: Path): unknown {
  const parent = valueAt(root, path.slice(0, -1))
  if (path.length === 0 || !isContainer(parent)) return root
  const without = changeEntries(parent, (entries) =>
    entries.filter(([name]) => name !== path.at(-1)),
  )
  return setAt(root, path.slice(0, -1), without)
}

/** A copy of `root` with `value` added to the object or array at `path`; an array has no use for `key`. */
export function addAt(root: unknown, path: Path, key: string, value: unknown): unknown {
  const parent = valueAt(root, path)
  if (!isContainer(parent)) return root
  const longer = changeEntries(parent, (entries) => [...entries, [key, value]])
  return setAt(root, path, longer)
}

/** A key that cannot be added: empty or taken (spec §5). */
export function isBadKey(container: unknown, key: string): boolean {
  return key === '' || (isContainer(container) && Object.hasOwn(container, key))
}

type Entries = [string | number, unknown][]

function changeEntries(container: Container, change: (entries: Entries) => Entries): Container {
  const entries = change(entriesOf(container))
  return Array.isArray(container) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
