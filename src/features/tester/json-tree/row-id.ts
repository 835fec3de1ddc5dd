import type { Path } from './json-value.ts'

/**
 * What a row is known by while the value changes around it: its path as a JSON pointer, so that
 * expansion stays when something above is edited. Groups stand beside the items, not above them.
 */
export const ROOT_ID = ''

const ESCAPED: Record<string, string> = { '~': '~0', '/': '~1', '#': '~2' }

export function childId(parent: string, key: string | number): string {
  return `${parent}/${String(key).replace(/[~/#]/g, (char) => ESCAPED[char] ?? char)}`
}

export function groupId(array: string, from: number): string {
  return `${array}#${from}`
}

export function pathId(path: Path): string {
  return path.reduce<string>(childId, ROOT_ID)
}

/** Where a row is found after the value at `path` has gone: moved up, gone too, or as it was. */
export function idAfterRemoval(id: string, path: Path): string | undefined {
  const removed = pathId(path)
  if (id === removed || /^[/#]/.test(restAfter(id, removed))) return undefined
  const array = pathId(path.slice(0, -1))
  const index = path.at(-1)
  const rest = restAfter(id, `${array}/`)
  const at = Number.parseInt(rest, 10)
  if (typeof index !== 'number' || !(at > index)) return id
  return `${array}/${at - 1}${rest.slice(String(at).length)}`
}

function restAfter(id: string, prefix: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : ''
}
