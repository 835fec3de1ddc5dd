import { createContext, use } from 'react'
import type { PointedRows } from './pointed-rows.ts'
import type { RowAction } from './row-actions.ts'
import type { Row } from './rows.ts'

/** What the rows of one editor share, past react-json-tree, which hands nothing through. */
export type EditorView = {
  /** The name of the whole value. */
  label: string
  readOnly: boolean
  /** A finger and no mouse: nothing can be shown on hover. */
  touch: boolean
  pointed: PointedRows
  /** Ids of rows. */
  editing?: string
  copied?: string
  /** The text of the open edit, if anything was typed; it outlives a row that is closed over it. */
  draft: { current: string | undefined }
  act: (action: RowAction, row: Row) => void
  showActions: (row: Row) => void
  save: (row: Row, value: unknown) => void
  cancel: (row: Row) => void
}

export const EditorContext = createContext<EditorView | undefined>(undefined)

export function useEditor(): EditorView {
  const view = use(EditorContext)
  if (!view) throw new Error('A row stands outside of its JsonEditor.')
  return view
}
