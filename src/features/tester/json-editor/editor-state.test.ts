import { expect, test } from 'vitest'
import type { EditorAction, EditorState, RowActionType } from './editor-state.ts'
import { editorReducer, initialState } from './editor-state.ts'

const CARS = {
  owner: 'Mira',
  year: 2004,
  cars: [
    { name: 'Civic', tags: ['daily'] },
    { name: 'MX-5', tags: ['fun', 'red'] },
  ],
  garage: { city: 'Graz', places: 2 },
}

const editor = (value: unknown) => initialState('Response', value)
const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(editorReducer, state)
const on = (id: string, type: RowActionType): EditorAction => ({ type, id })
const draft = (text: string): EditorAction => ({ type: 'change-draft', draft: text })
const SAVE: EditorAction = { type: 'save' }
/** Edits a row to a text and confirms with Ctrl+Enter. */
const edit = (id: string, text: string) => [on(id, 'edit'), draft(text), SAVE]
const expanded = ({ tree }: EditorState) =>
  [...tree.rows.values()].filter((row) => row.expanded).map(({ id }) => id)
const numbers = (length: number) => Array.from({ length }, (_, at) => at)

test('an edit opens in the text area, is saved or cancelled, and returns the focus to its row (R14.10)', () => {
  const id = '/garage/city'
  const opened = run(editor(CARS), on(id, 'edit'))
  expect(opened).toMatchObject({ edit: { id }, focus: { id, part: 'text' } })
  const saved = run(opened, draft('Wels'), SAVE)
  expect(saved).toMatchObject({
    value: { ...CARS, garage: { city: 'Wels', places: 2 } },
    edit: undefined,
    focus: { id, part: 'row' },
    message: { text: 'Saved garage.city.' },
  })
  expect(saved.tree.rows.get(id)?.value).toBe('Wels')
  expect(CARS.garage.city).toBe('Graz')
  expect(run(opened, draft('Wels'), { type: 'cancel-edit' })).toMatchObject({
    value: CARS,
    edit: undefined,
    focus: { id, part: 'row' },
    message: { text: 'Edit cancelled.' },
  })
})

test.each([
  ['a changed text gets its detected type', 'x', '[1, 2]', undefined, [1, 2]],
  ['a changed text is saved as detected', 'x', '[1, 2]', 'detected', [1, 2]],
  ['a changed text is saved as text', 'x', '[1, 2]', 'text', '[1, 2]'],
  ['an untouched text keeps its type', '42', undefined, undefined, '42'],
  ['a text typed again keeps its type', '42', '42', undefined, '42'],
  ['an untouched text is saved as detected', '42', undefined, 'detected', 42],
] as const)('%s', (_rule, before, text, as, after) => {
  const typed = text === undefined ? [] : [draft(text)]
  const state = run(editor({ v: before }), on('/v', 'edit'), ...typed, { type: 'save', as })
  expect(state.value).toEqual({ v: after })
})

test('an object is edited as JSON, unless JSON cannot represent its values', () => {
  const saved = run(editor(CARS), ...edit('/garage', '{"city": "Linz"}'))
  expect(saved.value).toEqual({ ...CARS, garage: { city: 'Linz' } })

  const refused = run(editor({ a: [undefined, Number.NaN] }), on('/a', 'edit'))
  expect(refused.edit).toBeUndefined()
  expect(refused.message.text).toMatch('JSON has no undefined or NaN: edit the entries of a')
})

test.each([
  ['edit', '/owner'],
  ['add', '/cars'],
  ['add', ''],
] as const)('%s of %j shows a hidden edit that has unsaved text instead', (type, id) => {
  const open = [on('/garage/city', 'edit'), draft('Wels')]
  const hidden = run(editor(CARS), ...open, on('/garage', 'toggle'))
  expect(hidden.tree.rows.has('/garage/city')).toBe(false)
  const state = run(hidden, on(id, type))
  expect(state).toMatchObject({
    value: CARS,
    edit: { id: '/garage/city', draft: 'Wels' },
    focus: { id: '/garage/city', part: 'text' },
    message: { text: 'Save or cancel the open edit first.' },
  })
  expect(state.tree.rows.has('/garage/city')).toBe(true)
  expect(state.dialog).toBeUndefined()
})

test('without unsaved text another edit can start', () => {
  const first = run(editor(CARS), on('/owner', 'edit'))
  expect(run(first, on('/year', 'edit')).edit).toEqual({ id: '/year' })
  const typed = run(first, draft('J'))
  expect(run(typed, on('/owner', 'edit')).edit).toEqual({ id: '/owner', draft: 'J' })
  // A row that has disappeared does not block other edits.
  const gone = run(typed, { type: 'receive', value: { year: 2004 } })
  expect(run(gone, on('/year', 'edit')).edit).toEqual({ id: '/year' })
})

test('an open edit follows its value when an earlier item is removed, and ends with its value', () => {
  const drafted = run(editor(['a', 'b', 'c']), on('/2', 'edit'), draft('C!'))
  const moved = run(drafted, on('/0', 'remove'))
  expect(moved).toMatchObject({
    edit: { id: '/1', draft: 'C!' },
    message: { text: 'Removed [0].' },
  })
  expect(run(moved, SAVE).value).toEqual(['b', 'C!'])
  expect(run(drafted, on('/2', 'remove')).edit).toBeUndefined()
})

test.each([
  ['the next row', '/a', '/b'],
  ['the next item, which has moved up', '/b/0', '/b/0'],
  ['the previous item after the last one', '/b/1', '/b/0'],
  ['the previous row after the last key', '/long', '/only'],
  ['the array of a group that has gone', '/long/200', '/long'],
  ['the container of an only entry', '/only/0', '/only'],
])('a removal moves the focus to %s', (_to, id, focus) => {
  const value = { a: 1, b: [1, 2], only: ['x'], long: numbers(201) }
  const state = run(editor(value), on('/long#200', 'toggle'), on(id, 'remove'))
  expect(state.focus).toEqual({ id: focus, part: 'row' })
})

test.each([
  ['the root is not removed', numbers(150), '', 'remove'],
  ['a group is not removed', numbers(150), '#0', 'remove'],
  ['a group is not edited', numbers(150), '#0', 'edit'],
  ['an unknown row is not removed', CARS, '/nowhere', 'remove'],
  ['nothing is added to a primitive root', 5, '', 'add'],
] as const)('%s', (_rule, value, id, type) => {
  const state = editor(value)
  expect(run(state, on(id, type))).toBe(state)
})

test('a new item goes to the end of its array, or of the array of its row, and is edited at once', () => {
  const added = run(editor({ list: ['a'] }), on('/list', 'toggle'), on('/list', 'add'))
  expect(added).toMatchObject({
    value: { list: ['a', null] },
    edit: { id: '/list/1' },
    focus: { id: '/list/1', part: 'text' },
    message: { text: 'Added list[1].' },
  })
  expect(added.tree.rows.has('/list/1')).toBe(true)
  expect(run(editor(['a', 'b']), on('/0', 'add')).value).toEqual(['a', 'b', null])
})

test('an addition to an object opens a dialog for its key (R14.13)', () => {
  const dialog = run(editor(CARS), on('/garage/city', 'add'))
  expect(dialog).toMatchObject({ value: CARS, dialog: { type: 'add-key', id: '/garage' } })
  const added = run(dialog, { type: 'add-key', key: '__proto__' })
  expect(added).toMatchObject({ dialog: undefined, edit: { id: '/garage/__proto__' } })
  expect(JSON.stringify(added.value)).toContain('"places":2,"__proto__":null')
})

test('edits in groups of 100 change the right item', () => {
  const state = run(
    editor({ list: numbers(250) }),
    on('/list#100', 'toggle'),
    ...edit('/list/142', 'changed'),
    on('/list/100', 'remove'),
    on('/list#200', 'add'),
    draft('last'),
    SAVE,
  )
  const { list } = state.value as { list: unknown[] }
  expect([list.length, list[100], list[141], list[249]]).toEqual([250, 101, 'changed', 'last'])
  expect(state.focus?.id).toBe('/list/249')
  expect(state.tree.rows.has('/list/249')).toBe(true)
})

test('the item that turns a list into groups leaves all items visible, and so does its removal', () => {
  const added = run(editor(numbers(100)), on('', 'add'))
  expect(expanded(added)).toEqual(['', '#0', '#100'])
  expect(run(added, on('/100', 'remove'))).toMatchObject({
    tree: { rows: { size: 101 } },
    focus: { id: '' },
  })
})

test('expanded rows stay expanded while others change and while their parent is collapsed', () => {
  const opened = run(
    editor(CARS),
    on('/cars/1/tags', 'toggle'),
    on('/garage', 'toggle'),
    ...edit('/owner', '{"first": "Mira"}'),
    ...edit('/cars/1/name', 'Miata'),
  )
  expect(expanded(opened)).toEqual(['', '/owner', '/cars', '/cars/0', '/cars/1', '/cars/1/tags'])
  const removed = run(opened, on('/cars/0', 'remove'))
  expect(expanded(removed)).toEqual(['', '/owner', '/cars', '/cars/0', '/cars/0/tags'])

  const collapsed = run(removed, on('/cars', 'toggle'))
  expect(expanded(run(collapsed, on('/cars', 'toggle')))).toEqual(expanded(removed))
})

test('a value from outside replaces the rows', () => {
  const changed = run(editor(CARS), ...edit('/owner', 'Jonas'))
  const received = run(changed, { type: 'receive', value: { other: 1 } })
  expect([...received.tree.rows.keys()]).toEqual(['', '/other'])
})

test('a copied row is marked until its indicator clears, and the message names values missing in JSON', () => {
  const copied = run(editor({ a: 1, b: undefined, c: Number.NaN }), on('', 'copied'))
  expect(copied).toMatchObject({
    copied: { id: '' },
    message: { text: 'Copied Response. JSON has no undefined or NaN.' },
  })
  expect(run(copied, { type: 'clear-copied' }).copied).toBeUndefined()
  // A repeated message counts as a new one.
  const { text, count } = copied.message
  expect(run(copied, on('', 'copied')).message).toEqual({ text, count: count + 1 })
})

test.each([
  ['copy-failed', 'copy', '/owner'],
  ['show-actions', 'actions', '/owner'],
  ['add', 'add-key', '/garage'],
] as const)('%s opens a dialog, which returns the focus', (type, dialog, id) => {
  const state = run(editor(CARS), on(id, type))
  expect(state.dialog).toEqual({ type: dialog, id })
  expect(run(state, { type: 'close-dialog' })).toMatchObject({
    dialog: undefined,
    focus: { id, part: 'row' },
  })
})
