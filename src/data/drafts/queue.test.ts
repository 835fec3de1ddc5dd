import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { bringBack, submitDraft, withoutStored } from './queue.ts'

const submitted: Draft = {
  text: '',
  queue: [{ key: 'a', content: 'Vroom', imageUrl: '/x', pictures: [{ id: 'p', url: '/x' }] }],
}

test('the same text goes out again under its key, and another one does not', () => {
  const back: Draft = { ...submitted, ...bringBack(submitted, 'a', false) }
  expect(back).toMatchObject({ text: 'Vroom', pictures: [{ id: 'p' }], queue: [] })
  expect(submitDraft(back)).toMatchObject({ text: '', queue: [{ key: 'a', content: 'Vroom' }] })
  const [changed] = submitDraft({ ...back, text: 'Vroom!' }).queue ?? []
  expect(changed?.key).not.toBe('a')
  expect(changed).toMatchObject({ content: 'Vroom!', pictures: [{ id: 'p' }] })
})

test('pictures in the form are enough to keep a refused text out of it', () => {
  const draft = { ...submitted, pictures: [{ id: 'q' }] }
  const refused = bringBack(draft, 'a', false, { reason: 'Too long.', isUnanswered: true })
  expect(refused).toMatchObject({ queue: [{ isRefused: true, reason: 'Too long.' }] })
  const back = bringBack({ ...refused, text: '' }, 'a', false)
  expect(JSON.stringify(back)).not.toMatch(/isRefused|reason/)
  // The form says so, too.
  expect(back.tried).toMatchObject({ isUnanswered: true })
})

test('of what turns out to be stored, only what was added stays (R4.20)', () => {
  expect(withoutStored(submitted, 'a')).toEqual({ queue: [] })
  const back: Draft = { ...submitted, ...bringBack(submitted, 'a', false) }
  const added = { ...back, text: 'Vroom and more', pictures: [{ id: 'p', url: '/x' }, { id: 'q' }] }
  expect(withoutStored(added, 'a')).toMatchObject({
    text: 'and more',
    pictures: [{ id: 'q' }],
    tried: undefined,
  })
  expect(withoutStored({ ...back, text: 'Another' }, 'a')).toMatchObject({ text: 'Another' })
})
