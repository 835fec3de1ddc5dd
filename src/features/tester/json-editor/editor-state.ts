import { detectType } from './detect-type.ts'
import {
  addAt,
  idAfterRemoval,
  isContainer,
  pathId,
  pathText,
  ROOT_ID,
  removeAt,
  setAt,
} from './json-path.ts'
import {
  actionsOf,
  buildTree,
  type Expansion,
  expansionAfterRemoval,
  isExpanded,
  neighboursOf,
  type Row,
  reveal,
  revealAdded,
  rowValue,
  type Tree,
} from './rows.ts'
import { editText, notInJson, rowName } from './value-text.ts'

export type EditorState = {
  /** The name of the root, for messages. */
  label: string
  value: unknown
  expansion: Expansion
  /** The visible rows of `value`. */
  tree: Tree
  /** The open edit. `draft` is undefined until something is typed. */
  edit?: { id: string; draft?: string }
  /** Where the focus has to go: to a row or its text area. Each new object is a new request. */
  focus?: { id: string; part: 'row' | 'text' }
  dialog?: { type: 'actions' | 'add-key' | 'copy'; id: string }
  /** The row that was copied last, until its indicator clears. */
  copied?: { id: string }
  /** The outcome of the last command. `count` tells two equal messages apart. */
  message: { text: string; count: number }
}

export type RowActionType =
  | 'toggle'
  | 'focus'
  | 'edit'
  | 'add'
  | 'remove'
  | 'show-actions'
  // The view writes to the clipboard and dispatches the result.
  | 'copied'
  | 'copy-failed'

export type EditorAction =
  | { type: RowActionType; id: string }
  /** The parent has passed a different value. */
  | { type: 'receive'; value: unknown }
  | { type: 'change-draft'; draft: string }
  /** Without `as`, an untouched text keeps its value; a string "42" does not become a number. */
  | { type: 'save'; as?: 'detected' | 'text' }
  /** `add` opens a dialog for objects; this adds the key that was entered there. */
  | { type: 'add-key'; key: string }
  | { type: 'cancel-edit' | 'close-dialog' | 'clear-copied' }

/** Everything that a key, a click or a button can do. Only copying also needs the view. */
export type EditorCommand = EditorAction | { type: 'copy'; id: string }

export function initialState(label: string, value: unknown): EditorState {
  const expansion: Expansion = new Map()
  const tree = layOut(value, expansion)
  return { label, value, expansion, tree, message: { text: '', count: 0 } }
}

/** All transitions of the editor. Pure: focus, clipboard and timers are up to the view. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  if ('id' in action) {
    const row = state.tree.rows.get(action.id)
    return row ? ROW_ACTIONS[action.type](state, row) : state
  }
  switch (action.type) {
    case 'receive':
      return show(state, action.value, state.expansion)
    case 'change-draft':
      return { ...state, edit: state.edit && { ...state.edit, draft: action.draft } }
    case 'save':
      return save(state, action.as)
    case 'cancel-edit':
      return say(closeEdit(state), 'Edit cancelled.')
    case 'add-key': {
      const holder = state.dialog && state.tree.rows.get(state.dialog.id)
      return holder ? addEntry(state, holder, action.key) : state
    }
    case 'close-dialog':
      return state.dialog ? focusOn({ ...state, dialog: undefined }, state.dialog.id) : state
    case 'clear-copied':
      return { ...state, copied: undefined }
  }
}

const ROW_ACTIONS: Record<RowActionType, (state: EditorState, row: Row) => EditorState> = {
  toggle: (state, row) =>
    show(state, state.value, new Map(state.expansion).set(row.id, !row.expanded)),
  focus: (state, row) => focusOn(state, row.id),
  edit: startEdit,
  add: startAdd,
  remove,
  'show-actions': (state, { id }) => ({ ...state, dialog: { type: 'actions', id } }),
  copied: (state, row) => {
    const lost = notInJson(rowValue(row))
    const note = lost.length > 0 ? ` JSON has no ${lost.join(' or ')}.` : ''
    return say({ ...state, copied: { id: row.id } }, `Copied ${nameOf(state, row)}.${note}`)
  },
  'copy-failed': (state, { id }) => ({ ...state, dialog: { type: 'copy', id } }),
}

function startEdit(state: EditorState, row: Row): EditorState {
  if (!actionsOf(row).includes('edit')) return state
  const unsaved = showUnsaved(state, row.id)
  if (unsaved) return unsaved
  const lost = notInJson(row.value).join(' or ')
  if (lost)
    return say(state, `JSON has no ${lost}: edit the entries of ${nameOf(state, row)} one by one.`)
  const edit = state.edit?.id === row.id ? state.edit : { id: row.id }
  return focusOn({ ...state, edit }, row.id, 'text')
}

/** Leads back to an open edit of another row that has unsaved text; undefined if there is none. */
function showUnsaved(state: EditorState, id?: string): EditorState | undefined {
  const { edit } = state
  if (!edit || edit.id === id || edit.draft === undefined) return undefined
  const shown = show(state, state.value, reveal(state.expansion, edit.id))
  if (!shown.tree.rows.has(edit.id)) return undefined
  return say(focusOn(shown, edit.id, 'text'), 'Save or cancel the open edit first.')
}

function save(state: EditorState, as?: 'detected' | 'text'): EditorState {
  const row = state.edit && state.tree.rows.get(state.edit.id)
  if (!row) return state
  const before = editText(row.value)
  const text = state.edit?.draft ?? before
  const detected = text === before && !as ? row.value : detectType(text).value
  const next = as === 'text' ? text : detected
  const saved = Object.is(next, row.value)
    ? state
    : show(state, setAt(state.value, row.path, next), state.expansion)
  return say(closeEdit(saved), `Saved ${nameOf(state, row)}.`)
}

function closeEdit(state: EditorState): EditorState {
  return state.edit ? focusOn({ ...state, edit: undefined }, state.edit.id) : state
}

/** Adds to the row itself if it is a container, else to its parent. */
function startAdd(state: EditorState, row: Row): EditorState {
  const holder = isContainer(row.value) ? row : state.tree.rows.get(row.parent ?? '')
  if (!holder || !isContainer(holder.value)) return state
  const unsaved = showUnsaved(state)
  if (unsaved) return unsaved
  if (Array.isArray(holder.value)) return addEntry(state, holder)
  return { ...state, dialog: { type: 'add-key', id: holder.id } }
}

/** Adds null and starts to edit it. */
function addEntry(state: EditorState, { path, value }: Row, key = ''): EditorState {
  const added = [...path, Array.isArray(value) ? value.length : key]
  const id = pathId(added)
  const expansion = Array.isArray(value)
    ? revealAdded(state.expansion, path, value.length)
    : reveal(state.expansion, id)
  const next = show(state, addAt(state.value, path, key, null), expansion)
  return say(
    focusOn({ ...next, dialog: undefined, edit: { id } }, id, 'text'),
    `Added ${pathText(added, state.label)}.`,
  )
}

function remove(state: EditorState, row: Row): EditorState {
  if (!actionsOf(row).includes('remove')) return state
  const { value, expansion, edit } = state
  const editId = edit && idAfterRemoval(edit.id, row.path)
  const next = show(
    { ...state, edit: editId === undefined ? undefined : { ...edit, id: editId } },
    removeAt(value, row.path),
    expansionAfterRemoval(expansion, row.path),
  )
  const { rows } = next.tree
  const id = neighboursOf(row, state.tree.rows).find((each) => rows.has(each)) ?? ROOT_ID
  return say(focusOn(next, id), `Removed ${nameOf(state, row)}.`)
}

function show(state: EditorState, value: unknown, expansion: Expansion): EditorState {
  return { ...state, value, expansion, tree: layOut(value, expansion) }
}

function layOut(value: unknown, expansion: Expansion): Tree {
  return buildTree(value, (row) => isExpanded(expansion, row))
}

function focusOn(state: EditorState, id: string, part: 'row' | 'text' = 'row'): EditorState {
  return { ...state, focus: { id, part } }
}

function say(state: EditorState, text: string): EditorState {
  return { ...state, message: { text, count: state.message.count + 1 } }
}

function nameOf({ label }: EditorState, row: Row): string {
  return rowName(row, label)
}
