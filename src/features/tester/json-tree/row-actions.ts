import { isContainer } from './json-value.ts'
import type { Row } from './rows.ts'

export type RowAction = 'edit' | 'add' | 'copy' | 'remove'

/** What can be done with a row. The whole value can be changed, but not taken away; a group is no value. */
export function actionsOf(row: Row, readOnly: boolean): RowAction[] {
  const can: Record<RowAction, boolean> = {
    edit: !readOnly && !row.group,
    add: !readOnly && isContainer(row.value),
    copy: true,
    remove: !readOnly && !row.group && row.path.length > 0,
  }
  return (['edit', 'add', 'copy', 'remove'] as const).filter((action) => can[action])
}

/** The row that an addition goes to: the object or array itself, or the one that a value is in. */
export function holderOf(row: Row, rows: ReadonlyMap<string, Row>): Row | undefined {
  return isContainer(row.value) ? row : rows.get(row.parent ?? '')
}

/** Where the focus goes when a row is removed, best first; an item's id passes to the one behind it. */
export function idsAfterRemoval(row: Row, rows: ReadonlyMap<string, Row>): string[] {
  const siblings = [...rows.values()].filter(({ parent }) => parent === row.parent)
  const at = siblings.indexOf(row)
  const next = typeof row.path.at(-1) === 'number' ? row : siblings[at + 1]
  const holder = rows.get(row.parent ?? '')
  return [next?.id, siblings[at - 1]?.id, holder?.id, holder?.parent].filter(
    (id) => id !== undefined,
  )
}
