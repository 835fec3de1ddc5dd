import { expect, test } from 'vitest'
import {
  canUndo,
  type EditorAction,
  type EditorState,
  editorReducer,
  initialState,
} from './editor-state.ts'

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

/** Edits a row to a text and confirms with Ctrl+Enter. */
function edit(id: string, draft: string): EditorAction[] {
  return [{ type: 'edit', id }, { type: 'change-draft', draft }, { type: 'save' }]
}

function expanded({ tree }: EditorState): string[] {
  return [...tree.rows.values()].filter((row) => row.expanded).map(({ id }) => id)
}

function numbers(length: number) {
  return Array.from({ length }, (_, at) => at)
}

test('an edit opens in the text area, is saved at its path, and returns the focus to its row', () => {
  const opened = run(editor(CARS), { type: 'edit', id: '/garage/city' })
  expect(opened).toMatchObject({
    edit: { id: '/garage/city' },
    focus: { id: '/garage/city', part: 'text' },
  })
  const saved = run(opened, { type: 'change-draft', draft: 'Wels' }, { type: 'save' })
  expect(saved).toMatchObject({
    value: { ...CARS, garage: { city: 'Wels', places: 2 } },
    edit: undefined,
    focus: { id: '/garage/city', part: 'row' },
    message: { text: 'Saved garage.city.' },
  })
  expect(saved.tree.rows.get('/garage/city')?.value).toBe('Wels')
  expect(CARS.garage.city).toBe('Graz')
})

test('an edit can be cancelled', () => {
  const state = run(
    editor(CARS),
    { type: 'edit', id: '/owner' },
    { type: 'change-draft', draft: 'Jonas' },
    { type: 'cancel-edit' },
  )
  expect(state).toMatchObject({
    value: CARS,
    edit: undefined,
    focus: { id: '/owner', part: 'row' },
    message: { text: 'Edit cancelled.' },
  })
  expect(canUndo(state)).toBe(false)
})

test('a changed text is saved with its detected type or as a string', () => {
  const start: EditorAction[] = [
    { type: 'edit', id: '/v' },
    { type: 'change-draft', draft: '[1, 2]' },
  ]
  const drafted = run(editor({ v: 'x' }), ...start)
  expect(run(drafted, { type: 'save' }).value).toEqual({ v: [1, 2] })
  expect(run(drafted, { type: 'save', as: 'detected' }).value).toEqual({ v: [1, 2] })
  expect(run(drafted, { type: 'save', as: 'text' }).value).toEqual({ v: '[1, 2]' })
})

test('an unchanged text keeps its type, unless a button asks for another', () => {
  const untouched = run(editor({ v: '42' }), { type: 'edit', id: '/v' })
  const retyped = run(untouched, { type: 'change-draft', draft: '42' })
  for (const state of [untouched, retyped]) {
    const confirmed = run(state, { type: 'save' })
    expect(confirmed.value).toEqual({ v: '42' })
    expect(canUndo(confirmed)).toBe(false)
    expect(run(state, { type: 'save', as: 'detected' }).value).toEqual({ v: 42 })
  }
})

test('an object is edited as JSON, unless JSON cannot represent its values', () => {
  const saved = run(editor(CARS), ...edit('/garage', '{"city": "Linz"}'))
  expect(saved.value).toEqual({ ...CARS, garage: { city: 'Linz' } })

  const refused = run(editor({ a: [undefined, Number.NaN] }), { type: 'edit', id: '/a' })
  expect(refused.edit).toBeUndefined()
  expect(refused.message.text).toBe(
    'JSON has no undefined or NaN: edit the entries of a one by one.',
  )
})

test('keys with special characters are edited like all others', () => {
  const odd = JSON.parse('{"a.b/c~d#e": 1, "": 2, "__proto__": {"constructor": 3}}')
  const { value } = run(
    editor(odd),
    ...edit('/a.b~1c~0d~2e', '10'),
    ...edit('/', '20'),
    ...edit('/__proto__/constructor', '30'),
  )
  expect(JSON.stringify(value)).toBe('{"a.b/c~d#e":10,"":20,"__proto__":{"constructor":30}}')
})

test('unsaved text is kept while its row is hidden, and has to be saved or cancelled first', () => {
  const hidden = run(
    editor(CARS),
    { type: 'edit', id: '/garage/city' },
    { type: 'change-draft', draft: 'Wels' },
    { type: 'toggle', id: '/garage' },
  )
  expect(hidden.tree.rows.has('/garage/city')).toBe(false)
  for (const action of [
    { type: 'edit', id: '/owner' },
    { type: 'add', id: '/cars' },
    { type: 'add', id: '' },
  ] as const) {
    const state = run(hidden, action)
    expect(state).toMatchObject({
      value: CARS,
      edit: { id: '/garage/city', draft: 'Wels' },
      focus: { id: '/garage/city', part: 'text' },
      message: { text: 'Save or cancel the open edit first.' },
    })
    expect(state.tree.rows.has('/garage/city')).toBe(true)
    expect(state.dialog).toBeUndefined()
  }
})

test('without unsaved text another edit can start', () => {
  const first = run(editor(CARS), { type: 'edit', id: '/owner' })
  expect(run(first, { type: 'edit', id: '/year' }).edit).toEqual({ id: '/year' })
  const typed = run(first, { type: 'change-draft', draft: 'J' })
  expect(run(typed, { type: 'edit', id: '/owner' }).edit).toEqual({ id: '/owner', draft: 'J' })
  // A row that has disappeared cannot hold up other edits.
  const gone = run(typed, { type: 'receive', value: { year: 2004 } })
  expect(run(gone, { type: 'edit', id: '/year' }).edit).toEqual({ id: '/year' })
})

test('an open edit follows its value when an earlier item is removed, and ends with its value', () => {
  const drafted = run(
    editor(['a', 'b', 'c']),
    { type: 'edit', id: '/2' },
    { type: 'change-draft', draft: 'C!' },
  )
  const moved = run(drafted, { type: 'remove', id: '/0' })
  expect(moved.edit).toEqual({ id: '/1', draft: 'C!' })
  expect(run(moved, { type: 'save' }).value).toEqual(['b', 'C!'])
  expect(run(drafted, { type: 'remove', id: '/2' }).edit).toBeUndefined()
})

test.each([
  ['the next row', '/a', '/b'],
  ['the next item, which has moved up', '/b/0', '/b/0'],
  ['the previous item after the last one', '/b/1', '/b/0'],
  ['the previous row after the last key', '/long', '/b'],
  ['the array of a group that has gone', '/long/200', '/long'],
])('a removal moves the focus to %s', (_to, id, focus) => {
  const value = { a: 1, b: [1, 2], long: numbers(201) }
  const state = run(editor(value), { type: 'toggle', id: '/long#200' }, { type: 'remove', id })
  expect(state.focus).toEqual({ id: focus, part: 'row' })
})

test('a removal of the only entry moves the focus to its container', () => {
  const state = run(editor({ list: ['x'] }), { type: 'remove', id: '/list/0' })
  expect(state).toMatchObject({
    value: { list: [] },
    focus: { id: '/list' },
    message: { text: 'Removed list[0].' },
  })
  expect(run(state, { type: 'remove', id: '/list' })).toMatchObject({
    value: {},
    focus: { id: '' },
  })
})

test('the root cannot be removed, and a group can be neither edited nor removed', () => {
  const state = editor(numbers(150))
  for (const action of [
    { type: 'remove', id: '' },
    { type: 'remove', id: '#0' },
    { type: 'edit', id: '#0' },
  ] as const)
    expect(run(state, action)).toBe(state)
})

test('an action on an unknown row changes nothing', () => {
  const state = editor(CARS)
  expect(run(state, { type: 'remove', id: '/nowhere' })).toBe(state)
})

test('a new item goes to the end of its array and is edited at once', () => {
  const collapsed = run(editor({ list: ['a'] }), { type: 'toggle', id: '/list' })
  const added = run(collapsed, { type: 'add', id: '/list' })
  expect(added).toMatchObject({
    value: { list: ['a', null] },
    edit: { id: '/list/1' },
    focus: { id: '/list/1', part: 'text' },
    message: { text: 'Added list[1].' },
  })
  expect(added.tree.rows.has('/list/1')).toBe(true)
})

test('an addition to a primitive value goes to its container', () => {
  expect(run(editor(['a', 'b']), { type: 'add', id: '/0' }).value).toEqual(['a', 'b', null])
  const primitive = editor(5)
  expect(run(primitive, { type: 'add', id: '' })).toBe(primitive)
})

test('an addition to an object asks for a key first', () => {
  const asked = run(editor(CARS), { type: 'add', id: '/garage/city' })
  expect(asked).toMatchObject({ value: CARS, dialog: { type: 'add-key', id: '/garage' } })
  const added = run(asked, { type: 'add-key', key: '__proto__' })
  expect(added).toMatchObject({ dialog: undefined, edit: { id: '/garage/__proto__' } })
  expect(JSON.stringify(added.value)).toContain('"places":2,"__proto__":null')
  const closed = run(asked, { type: 'close-dialog' })
  expect(closed).toMatchObject({ dialog: undefined, focus: { id: '/garage', part: 'row' } })
})

test('edits in groups of 100 reach the real item', () => {
  const state = run(
    editor({ list: numbers(250) }),
    { type: 'toggle', id: '/list#100' },
    ...edit('/list/142', 'changed'),
    { type: 'remove', id: '/list/100' },
    { type: 'add', id: '/list#200' },
    { type: 'change-draft', draft: 'last' },
    { type: 'save' },
  )
  const { list } = state.value as { list: unknown[] }
  expect(list).toHaveLength(250)
  expect([list[100], list[141], list[249]]).toEqual([101, 'changed', 'last'])
  expect(state.focus?.id).toBe('/list/249')
  expect(state.tree.rows.has('/list/249')).toBe(true)
})

test('the item that turns a list into groups leaves all items visible, and so does its removal', () => {
  const added = run(editor(numbers(100)), { type: 'add', id: '' })
  expect(expanded(added)).toEqual(['', '#0', '#100'])
  const removed = run(added, { type: 'remove', id: '/100' })
  expect(removed.tree.rows.size).toBe(101)
  expect(removed.focus?.id).toBe('')
})

test('expanded rows stay expanded while values above and beside them change', () => {
  const opened = run(
    editor(CARS),
    { type: 'toggle', id: '/cars/1/tags' },
    { type: 'toggle', id: '/garage' },
    ...edit('/owner', '{"first": "Mira"}'),
    ...edit('/cars/1/name', 'Miata'),
  )
  expect(expanded(opened)).toEqual(['', '/owner', '/cars', '/cars/0', '/cars/1', '/cars/1/tags'])
  const removed = run(opened, { type: 'remove', id: '/cars/0' })
  expect(expanded(removed)).toEqual(['', '/owner', '/cars', '/cars/0', '/cars/0/tags'])
})

test('rows inside keep their expansion while their parent is collapsed', () => {
  const inner = run(editor(CARS), { type: 'toggle', id: '/cars/1/tags' })
  const again = run(inner, { type: 'toggle', id: '/cars' }, { type: 'toggle', id: '/cars' })
  expect(expanded(again)).toEqual(expanded(inner))
})

test('a row and everything below it can be expanded at once', () => {
  const state = run(editor(CARS), { type: 'toggle', id: '/cars' }, { type: 'expand-below', id: '' })
  expect(expanded(state)).toContain('/cars/1/tags')
})

test('changes are undone from the last to the first, with the expansion of that time', () => {
  const opened = run(editor(CARS), { type: 'toggle', id: '/cars/0/tags' })
  const changed = run(opened, { type: 'remove', id: '/cars/0' }, ...edit('/owner', 'Jonas'))
  const once = run(changed, { type: 'undo' })
  expect(once).toMatchObject({ focus: { id: '/owner' }, message: { text: 'Undone.' } })
  expect(once.value).toEqual({ ...CARS, cars: [CARS.cars[1]] })
  const twice = run(once, { type: 'undo' })
  expect(twice.value).toBe(CARS)
  expect(expanded(twice)).toEqual(expanded(opened))
  expect(twice.focus?.id).toBe('/cars/0')
  expect(canUndo(twice)).toBe(false)
  expect(run(twice, { type: 'undo' })).toBe(twice)
})

test('an addition is undone together with its edit, and the focus goes to the container', () => {
  const state = run(
    editor(CARS),
    { type: 'add', id: '/cars' },
    { type: 'change-draft', draft: 'x' },
    { type: 'undo' },
  )
  expect(state).toMatchObject({ value: CARS, edit: undefined, focus: { id: '/cars' } })
})

test('a value from outside cannot be undone', () => {
  const changed = run(editor(CARS), ...edit('/owner', 'Jonas'))
  expect(canUndo(changed)).toBe(true)
  const received = run(changed, { type: 'receive', value: { other: 1 } })
  expect(canUndo(received)).toBe(false)
  expect(run(received, { type: 'undo' })).toBe(received)
  expect([...received.tree.rows.keys()]).toEqual(['', '/other'])
})

test('the last 100 changes can be undone', () => {
  const changes = numbers(102).flatMap((at) => edit('/v', `v${at}`))
  const undos = numbers(102).map((): EditorAction => ({ type: 'undo' }))
  expect(run(editor({ v: '' }), ...changes, ...undos).value).toEqual({ v: 'v1' })
})

test('a copied row is marked until its indicator clears, and the message names what JSON lacks', () => {
  const value = { a: 1, b: undefined, c: Number.NaN }
  const copied = run(editor(value), { type: 'copied', id: '' })
  expect(copied).toMatchObject({
    copied: { id: '' },
    message: { text: 'Copied Response. JSON has no undefined or NaN.' },
  })
  expect(run(copied, { type: 'clear-copied' }).copied).toBeUndefined()
  expect(run(copied, { type: 'copied', id: '/a' }).message.text).toBe('Copied a.')
})

test('a failed copy and the actions of a row open a dialog, which returns the focus', () => {
  for (const [type, dialog] of [
    ['copy-failed', 'copy'],
    ['show-actions', 'actions'],
  ] as const) {
    const state = run(editor(CARS), { type, id: '/owner' })
    expect(state.dialog).toEqual({ type: dialog, id: '/owner' })
    const closed = run(state, { type: 'close-dialog' })
    expect(closed).toMatchObject({ dialog: undefined, focus: { id: '/owner', part: 'row' } })
  }
})

test('the same message twice is two messages', () => {
  const once = run(editor([1, 2]), { type: 'remove', id: '/0' })
  const twice = run(once, { type: 'remove', id: '/0' })
  expect(twice.message.text).toBe(once.message.text)
  expect(twice.message.count).not.toBe(once.message.count)
})
