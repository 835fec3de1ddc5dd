import { labelText } from './row-text.ts'
import type { Row } from './rows.ts'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What a key asks for: another row, or something to be done with this one. */
export type Command =
  | { do: 'focus'; id: string }
  | { do: 'toggle' | 'open-below' | 'edit' | 'add' | 'remove' | 'copy' | 'undo' }

const DOES: Record<string, Command> = {
  F2: { do: 'edit' },
  Enter: { do: 'edit' },
  Insert: { do: 'add' },
  '+': { do: 'add' },
  Delete: { do: 'remove' },
  '*': { do: 'open-below' },
}
const DOES_WITH_CTRL: Record<string, Command> = {
  c: { do: 'copy' },
  z: { do: 'undo' },
  // Macs have no Delete key.
  backspace: { do: 'remove' },
}

/** The keys of a tree (WAI-ARIA practices), and those of an editor. Undefined: not for us. */
export function commandFor(
  press: KeyPress,
  row: Row,
  rows: ReadonlyMap<string, Row>,
): Command | undefined {
  if (press.altKey) return undefined
  if (press.ctrlKey || press.metaKey)
    return press.shiftKey ? undefined : DOES_WITH_CTRL[press.key.toLowerCase()]
  if (press.key === ' ') return row.expanded === undefined ? undefined : { do: 'toggle' }
  if (press.key === 'ArrowRight' && row.expanded === false) return { do: 'toggle' }
  if (press.key === 'ArrowLeft' && row.expanded) return { do: 'toggle' }
  const id = destination(press.key, row, [...rows.keys()]) ?? typeAhead(press.key, row, rows)
  return DOES[press.key] ?? (id === undefined ? undefined : { do: 'focus', id })
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

/** The next row whose key begins with the typed character, from the top again after the last. */
function typeAhead(key: string, row: Row, rows: ReadonlyMap<string, Row>): string | undefined {
  if ([...key].length !== 1) return undefined
  const all = [...rows.values()]
  const at = all.indexOf(row)
  const inTurn = [...all.slice(at + 1), ...all.slice(0, at)]
  return inTurn.find((each) => labelText(each, '').toLowerCase().startsWith(key.toLowerCase()))?.id
}
