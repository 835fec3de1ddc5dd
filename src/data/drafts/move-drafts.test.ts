import { expect, test } from 'vitest'
import { readDraft, writeDraft } from './draft-store.ts'
import { moveDrafts } from './move-drafts.ts'

test('the draft of a deleted post keeps its text and its new pictures; those of the post are gone, and it says so', () => {
  const posted = { id: '/api/uploads/1', url: '/api/uploads/1', alt: 'Described' }
  const added = { id: 'a', blob: new Blob(['pixels']) }
  writeDraft('mira/edit/1', { text: 'Half a tho', pictures: [posted, added] })
  moveDrafts('mira', ['edit/1'])
  expect(readDraft('mira/edit/1')).toBeUndefined()
  const { text, pictures, hasLostPicture } = readDraft('mira/post') ?? {}
  expect(text).toBe('Half a tho')
  expect(pictures?.map(({ id }) => id)).toEqual(['a'])
  expect(hasLostPicture).toBe(true)
})
