import { useRef, useState } from 'react'
import { jsonText, notInJson } from './json-text.ts'
import { pathText } from './json-value.ts'
import { actionsOf, holderOf, idsAfterRemoval, type RowAction } from './row-actions.ts'
import { idAfterRemoval, pathId } from './row-id.ts'
import { rowName } from './row-text.ts'
import { type Row, rowValue } from './rows.ts'
import type { useChanges } from './use-changes.ts'
import { useCopy } from './use-copy.ts'
import type { useRovingFocus } from './use-roving-focus.ts'

type Parts = {
  label: string
  readOnly: boolean
  changes: ReturnType<typeof useChanges>
  focus: ReturnType<typeof useRovingFocus>
  say: (text: string) => void
}

/** What people do with a row: each command changes the value, moves the focus, and says what it did. */
export function useRowCommands({ label, readOnly, changes, focus, say }: Parts) {
  const { rows } = changes.tree
  const [editing, setEditing] = useState<string>()
  const [adding, setAdding] = useState<Row>()
  const copying = useCopy()
  const draft = useRef<string>(undefined)

  function openEdit(id: string) {
    if (id === editing) return focus.move(id, 'text')
    draft.current = undefined
    setEditing(id)
    focus.request([id], 'text')
  }

  function closeEdit(id: string) {
    draft.current = undefined
    setEditing(undefined)
    focus.request([id])
  }

  const commands: Record<RowAction, (row: Row) => void> = {
    edit(row) {
      const lost = notInJson(row.value)
      const other = editing !== row.id && draft.current !== undefined ? editing : undefined
      if (other !== undefined && changes.reveal(other)) {
        say('Save or cancel the open edit first.')
        focus.request([other], 'text')
      } else if (lost.length > 0) {
        const name = rowName(row, label)
        say(`JSON has no ${lost.join(' or ')}: edit the entries of ${name} one by one.`)
      } else openEdit(row.id)
    },
    add(row) {
      if (Array.isArray(row.value)) addTo(row)
      else setAdding(row)
    },
    async copy(row) {
      const part = rowValue(row)
      const lost = notInJson(part)
      const note = lost.length > 0 ? ` JSON has no ${lost.join(' or ')}.` : ''
      if (await copying.copy(row.id, jsonText(part))) say(`Copied ${rowName(row, label)}.${note}`)
    },
    remove(row) {
      changes.remove(row)
      const stillEditing = editing === undefined ? undefined : idAfterRemoval(editing, row.path)
      if (stillEditing === undefined) draft.current = undefined
      setEditing(stillEditing)
      focus.request(idsAfterRemoval(row, rows))
      say(`Removed ${rowName(row, label)}.`)
    },
  }

  function addTo(holder: Row, key?: string) {
    const path = changes.add(holder, key)
    setAdding(undefined)
    openEdit(pathId(path))
    say(`Added ${pathText(path, label)}.`)
  }

  return {
    editing,
    adding,
    copying,
    draft,
    addTo,
    /** Do what the row allows; an addition to a single value goes to what it is in. */
    act(action: RowAction, row: Row) {
      const target = action === 'add' ? holderOf(row, rows) : row
      if (target && actionsOf(target, readOnly).includes(action)) commands[action](target)
    },
    save(row: Row, value: unknown) {
      if (!Object.is(value, row.value)) changes.set(row, value)
      closeEdit(row.id)
      say(`Saved ${rowName(row, label)}.`)
    },
    cancel(row: Row) {
      closeEdit(row.id)
      say('Edit cancelled.')
    },
    cancelAdding(row: Row) {
      setAdding(undefined)
      focus.request([row.id])
    },
    undo() {
      const id = changes.undo()
      if (id === undefined) return
      closeEdit(id)
      say('Undone.')
    },
  }
}
