import type { Path } from './json-value.ts'
import { childId, groupId, idAfterRemoval, pathId, ROOT_ID } from './row-id.ts'
import { childCount, GROUP_SIZE, type Row } from './rows.ts'

/** The rows that somebody opened or closed, by id. All others are as `isExpanded` has them. */
export type Toggled = ReadonlyMap<string, boolean>

/** To begin with, the first `levels` levels are open, but nothing that would fill screens. */
export function isExpanded(toggled: Toggled, row: Row, levels: number): boolean {
  const atFirst = row.level <= levels && !row.group && childCount(row) <= GROUP_SIZE
  return toggled.get(row.id) ?? atFirst
}

export function toggle(toggled: Toggled, row: Row): Toggled {
  return new Map(toggled).set(row.id, !row.expanded)
}

/** Open all that stands above `path`, the group of an array's item included. */
export function reveal(toggled: Toggled, path: Path): Toggled {
  const next = new Map(toggled)
  let id = ROOT_ID
  for (const key of path) {
    next.set(id, true)
    if (typeof key === 'number') next.set(groupId(id, key - (key % GROUP_SIZE)), true)
    id = childId(id, key)
  }
  return next
}

/** An item added as the first beyond a group makes groups of what was a plain list: keep it in sight. */
export function revealAdded(toggled: Toggled, array: Path, index: number): Toggled {
  const next = reveal(toggled, [...array, index])
  return index === GROUP_SIZE ? new Map(next).set(groupId(pathId(array), 0), true) : next
}

/** Items behind a removed one move up, and take with them what was open in them. */
export function afterRemoval(toggled: Toggled, path: Path): Toggled {
  const moved = [...toggled].flatMap(([id, open]): [string, boolean][] => {
    const now = idAfterRemoval(id, path)
    return now === undefined ? [] : [[now, open]]
  })
  return new Map(moved)
}
