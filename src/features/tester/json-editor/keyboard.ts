import type { EditorCommand } from './editor-state.ts'
import type { Row, Rows } from './rows.ts'
import { labelText } from './value-text.ts'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const KEYS: Record<string, 'edit' | 'add' | 'remove' | 'expand-below'> = {
  F2: 'edit',
  Enter: 'edit',
  Insert: 'add',
  '+': 'add',
  Delete: 'remove',
  '*': 'expand-below',
}

/**
 * The command of a key on a row, or undefined if the key is not one of the editor. Follows the WAI-ARIA
 * tree view pattern (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/).
 */
export function commandFor(press: KeyPress, row: Row, rows: Rows): EditorCommand | undefined {
  const { key, altKey, shiftKey } = press
  if (altKey) return undefined
  if (press.ctrlKey || press.metaKey) return shiftKey ? undefined : ctrlCommand(key, row)
  if (toggles(key, row)) return { type: 'toggle', id: row.id }
  if (key === ' ') return undefined
  const id = destination(key, row, [...rows.keys()])
  if (id !== undefined) return { type: 'focus', id }
  const type = KEYS[key]
  if (type) return { type, id: row.id }
  const match = typeAhead(key, row, rows)
  return match && { type: 'focus', id: match.id }
}

function ctrlCommand(key: string, { id }: Row): EditorCommand | undefined {
  switch (key.toLowerCase()) {
    case 'c':
      return { type: 'copy', id }
    case 'z':
      return { type: 'undo' }
    // Macs have no Delete key.
    case 'backspace':
      return { type: 'remove', id }
  }
}

function toggles(key: string, { expanded }: Row): boolean {
  if (expanded === undefined) return false
  return key === ' ' || key === (expanded ? 'ArrowLeft' : 'ArrowRight')
}

function destination(key: string, row: Row, ids: string[]): string | undefined {
  const at = ids.indexOf(row.id)
  switch (key) {
    case 'ArrowDown':
      return ids[at + 1]
    case 'ArrowUp':
      return ids[at - 1]
    case 'ArrowRight':
      return row.expanded ? ids[at + 1] : undefined
    case 'ArrowLeft':
      return row.parent
    case 'Home':
      return ids[0]
    case 'End':
      return ids.at(-1)
  }
}

/** The next row whose key starts with the typed character; after the last row, from the top. */
function typeAhead(key: string, row: Row, rows: Rows): Row | undefined {
  if ([...key].length !== 1) return undefined
  const all = [...rows.values()]
  const at = all.indexOf(row)
  const others = [...all.slice(at + 1), ...all.slice(0, at)]
  return others.find((each) => labelText(each, '').toLowerCase().startsWith(key.toLowerCase()))
}
