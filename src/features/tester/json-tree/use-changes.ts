import { useMemo, useState } from 'react'
import { addAt, removeAt, setAt } from './edit-value.ts'
import {
  afterRemoval,
  isExpanded,
  openBelow,
  reveal,
  revealAdded,
  type Toggled,
  toggle,
} from './expansion.ts'
import { type Path, valueAt } from './json-value.ts'
import { pathId } from './row-id.ts'
import { buildTree, type Row } from './rows.ts'
import { useHistory } from './use-history.ts'

type Options = {
  value: unknown
  onChange: (next: unknown) => void
  expandLevels: number
}

/** The rows of a value, and all that changes them. A change goes to the newest value, by path. */
export function useChanges({ value, onChange, expandLevels }: Options) {
  const [toggled, setToggled] = useState<Toggled>(new Map())
  const history = useHistory(value)
  const tree = useMemo(
    () => buildTree(value, (row) => isExpanded(toggled, row, expandLevels)),
    [value, toggled, expandLevels],
  )

  function change(id: string, after: unknown, open: Toggled) {
    history.push({ before: value, after, toggled, id })
    setToggled(open)
    onChange(after)
  }

  return {
    tree,
    canUndo: history.last !== undefined,
    toggle: (row: Row) => setToggled(toggle(toggled, row)),
    /** Open what hides a row. Answers whether there is such a row. */
    reveal(id: string): boolean {
      const open = reveal(toggled, id)
      const there = buildTree(value, (row) => isExpanded(open, row, expandLevels)).rows.has(id)
      if (there) setToggled(open)
      return there
    },
    openBelow: (row: Row) => setToggled(openBelow(toggled, value, row, expandLevels)),
    set: (row: Row, next: unknown) => change(row.id, setAt(value, row.path, next), toggled),
    remove: ({ id, path }: Row) => change(id, removeAt(value, path), afterRemoval(toggled, path)),
    /** Add null under `key`, or at the end of an array. Answers the path of it. */
    add({ path }: Row, key = ''): Path {
      const holder = valueAt(value, path)
      const added = [...path, Array.isArray(holder) ? holder.length : key]
      const open = Array.isArray(holder)
        ? revealAdded(toggled, path, holder.length)
        : reveal(toggled, pathId(added))
      change(pathId(added), addAt(value, path, key, null), open)
      return added
    },
    /** Answers the id of the row that the undone change was about. */
    undo(): string | undefined {
      const { last } = history
      if (!last) return undefined
      history.pop()
      setToggled(last.toggled)
      onChange(last.before)
      return last.id
    },
  }
}
