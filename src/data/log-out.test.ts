import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordTimers } from './testing/draft-tabs.ts'

let page: EventTarget
let drafts: typeof import('./drafts/draft-store.ts')
let reload: () => void
let reloaded: Promise<void>

/** A tab in which Mira is signed in and has begun to write. */
let clearTimers: () => void

beforeEach(async () => {
  clearTimers = recordTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { cookie: '' })
  reloaded = new Promise((resolve) => {
    reload = resolve
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { reload, replace: reload })
  drafts = await import('./drafts/draft-store.ts')
  const { followSession } = await import('./session.ts')
  const { viewerQuery } = await import('./auth.ts')
  const client = new QueryClient()
  client.setQueryData(viewerQuery.queryKey as readonly unknown[], { _id: 'mira' })
  followSession(client)
  drafts.writeDraft('mira/post', { text: 'Half a tho' })
})
afterEach(() => {
  clearTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function anotherTab(changes: Partial<StorageEvent>): Promise<void> {
  page.dispatchEvent(Object.assign(new Event('storage'), changes))
  await reloaded
}

test('when another tab logs out, the drafts of this one are removed too (R3.16)', async () => {
  await anotherTab({ key: null, oldValue: null, newValue: null })
  expect(drafts.readDraft('mira/post')).toBeUndefined()
})

test('when a user logs in again in another tab, this one reloads and keeps its drafts', async () => {
  await anotherTab({ key: 'gearheads-token', oldValue: 'a token', newValue: 'another token' })
  expect(drafts.readDraft('mira/post')?.text).toBe('Half a tho')
})

test('text typed after another tab has logged out is not stored', async () => {
  const left = anotherTab({ key: null, oldValue: null, newValue: null })
  drafts.writeDraft('mira/post', { text: 'Half a thought' })
  expect(drafts.readDraft('mira/post')?.text).toBe('Half a tho')
  await left
})
