import type { Path } from './json-value.ts'
import { groupId, idAfterRemoval, pathId, ROOT_ID } from './row-id.ts'
import { buildTree, childCount, GROUP_SIZE, type Row } from './rows.ts'

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

/** Open all that stands above a row, the group of an array's item included. */
export function reveal(toggled: Toggled, id: string): Toggled {
  const next = new Map(toggled)
  let above = ROOT_ID
  for (const key of id.split('/').slice(1)) {
    next.set(above, true)
    const index = Number.parseInt(key, 10)
    if (index >= 0) next.set(groupId(above, index - (index % GROUP_SIZE)), true)
    above = `${above}/${key}`
  }
  return next
}

/** An item added as the first beyond a group makes groups of what was a plain list: keep it in sight. */
export function revealAdded(toggled: Toggled, array: Path, index: number): Toggled {
  const next = reveal(toggled, pathId([...array, index]))
  return index === GROUP_SIZE ? new Map(next).set(groupId(pathId(array), 0), true) : next
}

/** What is opened at once: more than anybody reads, less than a page can be kept waiting for. */
const MOST_ROWS = 1000

/** Open a row and all below it, from the top, as far as that is reasonable. */
export function openBelow(toggled: Toggled, value: unknown, row: Row, levels: number): Toggled {
  const next = new Map(toggled)
  const inside = new Set<string | undefined>([row.id])
  let rows = 0
  buildTree(value, (each) => {
    if (!inside.has(each.id) && !inside.has(each.parent)) return isExpanded(toggled, each, levels)
    rows += childCount(each)
    if (rows > MOST_ROWS) return false
    inside.add(each.id)
    next.set(each.id, true)
    return true
  })
  return next
}

/** Items behind a removed one move up, and take with them what was open in them. */
export function afterRemoval(toggled: Toggled, path: Path): Toggled {
  const moved = [...toggled].flatMap(([id, open]): [string, boolean][] => {
    const now = idAfterRemoval(id, path)
    return now === undefined ? [] : [[now, open]]
  })
  return new Map(moved)
}
