import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { EditorCommand } from './editor-state.ts'
import type { Row, Rows } from './rows.ts'
import { type EditorView, extrasOf } from './use-editor.ts'

type Options = Pick<EditorView, 'pointed' | 'extras' | 'run'> & { rows: Rows }

/** Keyboard and mouse on the rows, as props of the element around them. */
export function treeEvents({ rows, pointed, extras, run }: Options) {
  const rowAt = (target: EventTarget) => {
    const item = isControl(target) ? null : itemOf(target)
    return item ? rows.get(item.dataset.row ?? '') : undefined
  }
  return {
    onKeyDown(event: KeyboardEvent) {
      // Keys in the text area or on a button of a row are not commands.
      const row = itemOf(event.target) === event.target ? rowAt(event.target) : undefined
      if (!row) return
      const { key, ctrlKey, metaKey, altKey } = event
      const extra = extrasOf(extras, row).find((one) => one.key === key.toLowerCase())
      if (extra && !ctrlKey && !metaKey && !altKey) {
        event.preventDefault()
        // A shortcut of the page must not act, too.
        event.stopPropagation()
        return extra.run(row.path, row.value)
      }
      const command = commandFor(event, row, rows)
      if (!command || (command.type === 'copy' && isTextSelected())) return
      event.preventDefault()
      run(command)
    },
    /** In the capture phase: react-json-tree would toggle the node in its own state. */
    onClickCapture(event: MouseEvent) {
      const row = rowAt(event.target)
      if (!row) return
      event.stopPropagation()
      const { id, expanded } = row
      const onContent = itemOf(event.target) !== event.target && !isList(event.target)
      if (event.ctrlKey || event.metaKey) run({ type: 'edit', id })
      else if (onContent && expanded !== undefined) run({ type: 'toggle', id })
    },
    onDoubleClick({ target }: MouseEvent) {
      const row = rowAt(target)
      if (row && row.expanded === undefined) run({ type: 'edit', id: row.id })
    },
    onPointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType === 'touch') return
      pointed.set({ ...pointed.get(), hovered: itemOf(target)?.dataset.row })
    },
    onPointerLeave: () => pointed.set({ ...pointed.get(), hovered: undefined }),
  }
}

function itemOf(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[data-row]')
}

function isControl(target: EventTarget): boolean {
  return (target as Element).closest('[data-control]') !== null
}

function isList(target: EventTarget): boolean {
  return (target as Element).tagName === 'UL'
}

function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const KEYS: Record<string, 'edit' | 'add' | 'remove'> = {
  F2: 'edit',
  Enter: 'edit',
  Insert: 'add',
  '+': 'add',
  Delete: 'remove',
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
  return type && { type, id: row.id }
}

function ctrlCommand(key: string, { id }: Row): EditorCommand | undefined {
  switch (key.toLowerCase()) {
    case 'c':
      return { type: 'copy', id }
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
