import {
  type ComponentType,
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { copyText } from '../../../ui/copy-text.ts'
import {
  type EditorAction,
  type EditorCommand,
  editorReducer,
  initialState,
} from './editor-state.ts'
import type { Path } from './json-path.ts'
import { type Row, rowValue } from './rows.ts'
import type { PointedRows } from './use-focus.ts'
import { jsonText } from './value-text.ts'

const COPIED_MS = 5500

type Options = { label: string; value: unknown; onChange: (next: unknown) => void }

/** The state of an editor whose value belongs to the parent, and a stable `run` for its commands. */
export function useEditor({ label, value, onChange }: Options) {
  const [state, setState] = useState(() => initialState(label, value))
  if (!Object.is(state.value, value)) setState(editorReducer(state, { type: 'receive', value }))

  const latest = useRef({ state, onChange })
  useLayoutEffect(() => {
    latest.current = { state, onChange }
  })

  const run = useCallback((command: EditorCommand) => {
    const dispatch = (action: EditorAction) => {
      const before = latest.current.state
      const after = editorReducer(before, action)
      // The next command may come before the next render.
      latest.current.state = after
      setState(after)
      if (!Object.is(after.value, before.value)) latest.current.onChange(after.value)
    }
    if (command.type !== 'copy') return dispatch(command)
    const row = latest.current.state.tree.rows.get(command.id)
    if (row)
      copyText(jsonText(rowValue(row))).then((isCopied) =>
        dispatch({ type: isCopied ? 'copied' : 'copy-failed', id: row.id }),
      )
  }, [])

  const { copied } = state
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => run({ type: 'clear-copied' }), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied, run])

  return { state, run }
}

/** An action of the page around the editor on a value, in addition to its own. */
export type ExtraAction = {
  label: string
  /** The key of the action on a focused row. */
  key: string
  Icon: ComponentType<{ size?: number }>
  applies: (path: Path) => boolean
  run: (path: Path, value: unknown) => void
}

/** The extra actions that apply to a row. */
export const extrasOf = (extras: readonly ExtraAction[], { group, path }: Row) =>
  group ? [] : extras.filter(({ applies }) => applies(path))

/** The context of the rows of one editor, because react-json-tree cannot pass them props. */
export type EditorView = {
  label: string
  /** There is no mouse, so nothing can be shown on hover. */
  touch: boolean
  pointed: PointedRows
  /** The ids of the rows that are edited and copied. */
  editing?: string
  copied?: string
  extras: readonly ExtraAction[]
  run: (command: EditorCommand) => void
}

export const EditorContext = createContext<EditorView | undefined>(undefined)

/** The unsaved text, apart from the rest: typing renders only the edit form. */
export const DraftContext = createContext<string | undefined>(undefined)

export function useEditorView(): EditorView {
  const view = use(EditorContext)
  if (!view) throw new Error('A row was rendered outside of a JsonEditor.')
  return view
}
