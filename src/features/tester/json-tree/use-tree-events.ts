import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { PointedRows } from './pointed-rows.ts'
import type { RowAction } from './row-actions.ts'
import type { Row } from './rows.ts'
import { commandFor } from './tree-keys.ts'
import { useLongPress } from './use-long-press.ts'

type Options = {
  rows: ReadonlyMap<string, Row>
  pointed: PointedRows
  act: (action: RowAction, row: Row) => void
  toggle: (row: Row) => void
  openBelow: (row: Row) => void
  move: (id: string) => void
  undo: () => void
}

/** Keyboard, mouse and finger on the rows, as props of the element around them. */
export function useTreeEvents(options: Options) {
  const { rows, pointed, act, toggle, openBelow, move, undo } = options
  const rowAt = (target: EventTarget) => {
    const item = isOwnControl(target) ? null : itemOf(target)
    return item ? rows.get(item.dataset.row ?? '') : undefined
  }
  const longPress = useLongPress((target) => {
    const row = rowAt(target)
    if (row) act('edit', row)
  })
  return {
    ...longPress,
    onKeyDown(event: KeyboardEvent) {
      // Keys in a text area or on a button of a row are not for the row.
      const row = itemOf(event.target) === event.target ? rowAt(event.target) : undefined
      const command = row && commandFor(event, row, rows)
      if (!row || !command || (command.do === 'copy' && isTextSelected())) return
      event.preventDefault()
      if (command.do === 'focus') move(command.id)
      else if (command.do === 'toggle') toggle(row)
      else if (command.do === 'open-below') openBelow(row)
      else if (command.do === 'undo') undo()
      else act(command.do, row)
    },
    /** Before react-json-tree sees the click: it would close the node in a state of its own. */
    onClickCapture(event: MouseEvent) {
      const row = rowAt(event.target)
      if (!row) return
      event.stopPropagation()
      const onText = itemOf(event.target) !== event.target && !isList(event.target)
      if (event.ctrlKey || event.metaKey) act('edit', row)
      else if (!onText || row.expanded === undefined) return
      else if (event.altKey) openBelow(row)
      else toggle(row)
    },
    onDoubleClick({ target }: MouseEvent) {
      const row = rowAt(target)
      if (row && row.expanded === undefined) act('edit', row)
    },
    onPointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType !== 'touch') pointed.set({ hovered: itemOf(target)?.dataset.row })
    },
    onPointerLeave: () => pointed.set({ hovered: undefined }),
  }
}

function itemOf(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[role=treeitem]')
}

function isOwnControl(target: EventTarget): boolean {
  return (target as Element).closest('[data-own-clicks]') !== null
}

function isList(target: EventTarget): boolean {
  return (target as Element).tagName === 'UL'
}

function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false
}
