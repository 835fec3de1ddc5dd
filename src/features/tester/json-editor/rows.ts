import {
  type Container,
  childId,
  entriesOf,
  groupId,
  idAfterRemoval,
  isContainer,
  type Path,
  pathId,
  ROOT_ID,
  sizeOf,
} from './json-path.ts'

/** Longer arrays are shown in groups of this many items. */
const GROUP_SIZE = 100
/** Rows down to this level start expanded. */
const EXPANDED_LEVELS = 3

/** One line of the tree. */
export type Row = {
  id: string
  /** The id of the row that contains it: an object, an array, or a group of items. */
  parent?: string
  /** A group has the path of its array. */
  path: Path
  /** A group has the value of its array. */
  value: unknown
  /** Counts from 1, as in `aria-level`. */
  level: number
  /** Counts from 1 among the `size` rows of its parent. */
  position: number
  size: number
  /** The indexes of the first and the last item of a group. */
  group?: { from: number; to: number }
  /** Whether its children are shown; undefined if it has none. */
  expanded?: boolean
}

export type Rows = ReadonlyMap<string, Row>
/** The visible rows in the form that react-json-tree renders: a Map has children, a Row has none. */
type Branch = Map<string, Branch | Row>
export type Tree = { rows: Rows; branch: Branch | Row }

/** Lays out the visible rows only: 10,000 items in closed groups are 100 rows. */
export function buildTree(value: unknown, isExpanded: (row: Row) => boolean): Tree {
  const rows = new Map<string, Row>()
  const visit = (row: Row): Branch | Row => {
    rows.set(row.id, row)
    if (childCount(row) === 0) return isContainer(row.value) ? new Map() : row
    row.expanded = isExpanded(row)
    if (!row.expanded) return new Map()
    return new Map(childrenOf(row).map((child) => [child.id, visit(child)]))
  }
  const root: Row = { id: ROOT_ID, path: [], value, level: 1, position: 1, size: 1 }
  return { branch: visit(root), rows }
}

function childCount({ value, group }: Row): number {
  if (group) return group.to - group.from + 1
  if (!isContainer(value)) return 0
  return isGrouped(value) ? Math.ceil(value.length / GROUP_SIZE) : sizeOf(value)
}

/** The value of a row; for a group, its items. */
export function rowValue({ value, group }: Row): unknown {
  return group ? (value as unknown[]).slice(group.from, group.to + 1) : value
}

function isGrouped(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > GROUP_SIZE
}

type Child = Pick<Row, 'id' | 'path' | 'value' | 'group'>

function childrenOf(row: Row): Row[] {
  const children = row.group || !isGrouped(row.value) ? entryRows(row) : groupRows(row)
  return children.map((child, at) => ({
    ...child,
    parent: row.id,
    level: row.level + 1,
    position: at + 1,
    size: children.length,
  }))
}

function entryRows(row: Row): Child[] {
  const { id, path, group, parent = '' } = row
  const container = group ? parent : id
  return entriesOf(rowValue(row) as Container).map(([name, value]) => {
    const key = group ? group.from + Number(name) : name
    return { id: childId(container, key), path: [...path, key], value }
  })
}

function groupRows(row: Row): Child[] {
  const items = row.value as unknown[]
  return Array.from({ length: childCount(row) }, (_, at) => {
    const from = at * GROUP_SIZE
    const to = Math.min(from + GROUP_SIZE, items.length) - 1
    return { id: groupId(row.id, from), path: row.path, value: items, group: { from, to } }
  })
}

export type RowAction = 'edit' | 'add' | 'copy' | 'remove'

/** The root can be changed but not removed. A group is not a value itself. */
export function actionsOf(row: Row): RowAction[] {
  const allowed: Record<RowAction, boolean> = {
    edit: !row.group,
    add: isContainer(row.value),
    copy: true,
    remove: !row.group && row.path.length > 0,
  }
  return (['edit', 'add', 'copy', 'remove'] as const).filter((action) => allowed[action])
}

/** Rows that take the focus after a removal, best first. A removed item's id passes to the next item. */
export function neighboursOf(row: Row, rows: Rows): string[] {
  const siblings = [...rows.values()].filter(({ parent }) => parent === row.parent)
  const at = siblings.indexOf(row)
  const next = typeof row.path.at(-1) === 'number' ? row : siblings[at + 1]
  const holder = rows.get(row.parent ?? '')
  const ids = [next?.id, siblings[at - 1]?.id, holder?.id, holder?.parent]
  return ids.filter((id) => id !== undefined)
}

/** The rows that were expanded or collapsed, by id. All others are in their initial state. */
export type Expansion = ReadonlyMap<string, boolean>

/** Groups and containers with more than 100 children start collapsed. */
export function isExpanded(expansion: Expansion, row: Row): boolean {
  const initially = row.level <= EXPANDED_LEVELS && !row.group && childCount(row) <= GROUP_SIZE
  return expansion.get(row.id) ?? initially
}

/** Expands everything above a row, including the group of an array item. */
export function reveal(expansion: Expansion, id: string): Expansion {
  const next = new Map(expansion)
  let above = ROOT_ID
  for (const key of id.split('/').slice(1)) {
    next.set(above, true)
    const index = Number.parseInt(key, 10)
    if (index >= 0) next.set(groupId(above, index - (index % GROUP_SIZE)), true)
    above = `${above}/${key}`
  }
  return next
}

/** Reveals a new item. The item that turns a plain list into groups leaves the first group expanded. */
export function revealAdded(expansion: Expansion, array: Path, index: number): Expansion {
  const next = reveal(expansion, pathId([...array, index]))
  return index === GROUP_SIZE ? new Map(next).set(groupId(pathId(array), 0), true) : next
}

/** Array items behind a removed one move up and keep their expansion. */
export function expansionAfterRemoval(expansion: Expansion, path: Path): Expansion {
  const moved = [...expansion].flatMap(([id, expanded]): [string, boolean][] => {
    const next = idAfterRemoval(id, path)
    return next === undefined ? [] : [[next, expanded]]
  })
  return new Map(moved)
}
