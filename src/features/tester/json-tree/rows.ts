import { type Container, entriesOf, isContainer, type Path, sizeOf } from './json-value.ts'
import { childId, groupId, ROOT_ID } from './row-id.ts'

/** Arrays longer than this are shown in groups of as many (spec §9). */
export const GROUP_SIZE = 100

/** One line of the tree. */
export type Row = {
  id: string
  /** The row that it is in: an object, an array, or a group of items. */
  parent?: string
  /** Where the value is; a group has the path of its array. */
  path: Path
  value: unknown
  /** From 1, as `aria-level` counts; likewise its position among the `size` rows of its parent. */
  level: number
  position: number
  size: number
  /** The indexes that a group shows, both included. */
  group?: { from: number; to: number }
  /** Whether its children show; undefined where it has none. */
  expanded?: boolean
}

/** The shown rows as react-json-tree takes them: a Map has children, a row has none. */
type Branch = Map<string, Branch | Row>
export type Tree = { rows: ReadonlyMap<string, Row>; branch: Branch | Row }

/** Lay out what is expanded and nothing else: 10,000 items in closed groups are 100 rows. */
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

/** How many rows it opens into. */
export function childCount({ value, group }: Row): number {
  if (group) return group.to - group.from + 1
  if (!isContainer(value)) return 0
  return isGrouped(value) ? Math.ceil(value.length / GROUP_SIZE) : sizeOf(value)
}

function isGrouped(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > GROUP_SIZE
}

/** What a row stands for: the items of a group, else its value. */
export function rowValue({ value, group }: Row): unknown {
  return group ? (value as unknown[]).slice(group.from, group.to + 1) : value
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
  const entries = entriesOf(rowValue(row) as Container)
  const container = group ? parent : id
  return entries.map(([name, value]) => {
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
