import { expect, test, vi } from 'vitest'
import {
  clearEverything,
  close,
  hidePage,
  leave,
  localData,
  lookAt,
  nextChange,
  openedAt,
  openTab,
  page,
  release,
  setUpTabs,
  tab,
} from '../testing/draft-tabs.ts'

setUpTabs()

test('two tabs write in one place, and neither shows, overwrites or deletes the text of the other', async () => {
  page.writeDraft('mira/post', { text: 'In the first' })
  await page.saveDrafts()
  const second = await openTab()
  expect(second.page.readDraft('mira/post')).toBeUndefined()
  second.page.writeDraft('mira/post', { text: 'In the second' })
  await second.page.saveDrafts()
  second.page.writeDraft('mira/post', undefined)
  await second.page.saveDrafts()
  close(tab)
  const { page: after } = await openTab(tab.tabData)
  expect(after.readDraft('mira/post')?.text).toBe('In the first')
})

test('the draft of a closed tab is adopted by the first tab that shows its place, and by no other (R4.11)', async () => {
  page.writeDraft('mira/post', { text: 'Orphan' })
  await page.saveDrafts()
  release(tab)
  const [second, third] = [await openTab(), await openTab()]
  const drafts = () => [second, third].map(({ page }) => page.readDraft('mira/post')?.text)
  expect(drafts()).toEqual(['Orphan', 'Orphan'])
  await Promise.all([second.page.adoptDraft('mira/post'), third.page.adoptDraft('mira/post')])
  expect(drafts()).toEqual(['Orphan', undefined])
  // Sent there, it comes back nowhere.
  second.page.writeDraft('mira/post', undefined)
  await second.page.saveDrafts()
  close(second)
  close(third)
  expect((await openTab()).page.readDraft('mira/post')).toBeUndefined()
})

test('the drafts of two closed tabs come back one after the other, the latest first', async () => {
  page.writeDraft('mira/post', { text: 'Older' })
  await expect.poll(() => Date.now()).toBeGreaterThan(openedAt(tab))
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'Newer' })
  close(second)
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('Newer')
  page.writeDraft('mira/post', undefined)
  await page.saveDrafts()
  expect(page.readDraft('mira/post')).toBeUndefined()
  await leave()
  expect(page.readDraft('mira/post')?.text).toBe('Older')
})

test('a tab that becomes visible finds the draft of a tab that was closed', async () => {
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'From the second' })
  await second.page.saveDrafts()
  release(second)
  await lookAt(tab)
  expect(page.readDraft('mira/post')?.text).toBe('From the second')
})

test('a reload finds its draft while the previous page still holds the lock', async () => {
  const tabData = new Map<string, string>()
  const before = await openTab(tabData)
  before.page.writeDraft('mira/post', { text: 'Over a reload' })
  hidePage(before)
  const after = await openTab(tabData)
  expect(after.page.readDraft('mira/post')?.text).toBe('Over a reload')
  // A copy of the open tab takes no draft with it.
  const copy = await openTab(new Map(tabData))
  await copy.page.adoptDraft('mira/post')
  expect(copy.page.readDraft('mira/post')).toBeUndefined()
})

/** Every order of the steps of two reloads: the page is left, its lock is released, the next page starts. */
const reloads = [
  ['leave', 'release', 'open'],
  ['leave', 'open', 'release'],
]
const orders = reloads.flatMap((a) => reloads.flatMap((b) => interleave(a, b)))

function interleave(a: string[], b: string[], done: string[] = []): string[][] {
  if (a.length + b.length === 0) return [done]
  return [
    ...(a.length ? interleave(a.slice(1), b, [...done, `${a[0]} A`]) : []),
    ...(b.length ? interleave(a, b.slice(1), [...done, `${b[0]} B`]) : []),
  ]
}

test.each([
  ['both have a text', 'Text of A', 'Text of B'],
  ['only one has a text', undefined, 'Text of B'],
  ['only the other has a text', 'Text of A', undefined],
])(
  'two tabs reload at the same time, in any order, and each keeps its own draft: %s',
  async (_case, textA, textB) => {
    for (const order of orders) {
      await clearEverything()
      const texts = { A: textA, B: textB }
      const tabs = { A: await openTab(), B: await openTab() }
      const before = { ...tabs }
      for (const name of ['A', 'B'] as const) {
        const text = texts[name]
        if (text) tabs[name].page.writeDraft('mira/post', { text })
      }
      for (const step of order) {
        const [verb, name] = step.split(' ') as [string, 'A' | 'B']
        if (verb === 'leave') hidePage(tabs[name])
        else if (verb === 'release') release(before[name])
        else {
          tabs[name] = await openTab(tabs[name].tabData)
          // As the composer does, which is on screen at once, and as when the tab becomes visible.
          await tabs[name].page.adoptDraft('mira/post')
          tabs[name].events.dispatchEvent(new Event('visibilitychange'))
        }
      }
      for (const name of ['A', 'B'] as const) {
        await tabs[name].page.adoptDraft('mira/post')
        const text = tabs[name].page.readDraft('mira/post')?.text
        expect([order.join(', '), name, text]).toEqual([order.join(', '), name, texts[name]])
      }
    }
  },
)

/** Whether a tab is between two pages. */
const hasLeftNote = () => [...localData.keys()].some((key) => key.includes('-left/'))

test('a page that is left before it has loaded its drafts leaves them to the next one', async () => {
  const tabData = new Map<string, string>()
  const before = await openTab(tabData)
  before.page.writeDraft('mira/post', { text: 'Over two reloads' })
  const other = await openTab()
  close(before)
  const hasLeft = openTab(tabData)
  await vi.waitUntil(() => !hasLeftNote(), { interval: 0 })
  document.dispatchEvent(new Event('pagehide'))
  release(await hasLeft)
  await other.page.adoptDraft('mira/post')
  const { page: after } = await openTab(tabData)
  expect(after.readDraft('mira/post')?.text).toBe('Over two reloads')
})

test('of two copies of a tab that was left, one has its draft', async () => {
  const before = await openTab()
  before.page.writeDraft('mira/post', { text: 'Once' })
  close(before)
  const copies = [await openTab(new Map(before.tabData)), await openTab(new Map(before.tabData))]
  await Promise.all(copies.map(({ page }) => page.adoptDraft('mira/post')))
  expect(copies.map(({ page }) => page.readDraft('mira/post')?.text)).toEqual(['Once', undefined])
})

test('an open tab, also in another window, adopts the draft of a tab that was closed and does not come back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'From the second' })
  close(second)
  const searched = nextChange(page)
  vi.stubGlobal('document', tab.events)
  const [key, newValue] = [...localData].find(([name]) => name.includes('-left/')) ?? []
  tab.events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  await searched
  expect(page.readDraft('mira/post')).toBeUndefined()
  const found = nextChange(page)
  vi.advanceTimersByTime(11_000)
  await found
  vi.useRealTimers()
  expect(page.readDraft('mira/post')?.text).toBe('From the second')
})

test('the draft of a closed tab shows after the tab has sent its own draft and opens its place again', async () => {
  page.writeDraft('mira/post', { text: 'In the closed tab' })
  const second = await openTab()
  second.page.writeDraft('mira/post', { text: 'In the open tab' })
  close(tab)
  close(second)
  const after = await openTab(second.tabData)
  expect(after.page.readDraft('mira/post')?.text).toBe('In the open tab')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  after.page.writeDraft('mira/post', undefined)
  // Not while the user may be typing or clicking there.
  expect(after.page.readDraft('mira/post')).toBeUndefined()
  const found = nextChange(after.page)
  after.page.openDraft('mira/post')
  await found
  vi.useRealTimers()
  expect(after.page.readDraft('mira/post')?.text).toBe('In the closed tab')
})

test('a draft that was continued by its own tab after another tab found it is not lost', async () => {
  page.writeDraft('mira/edit', { text: 'Old' })
  close(tab)
  const other = await openTab()
  expect(other.page.readDraft('mira/edit')?.text).toBe('Old')
  const back = await openTab(tab.tabData)
  back.page.writeDraft('mira/edit', { text: 'Old and new' })
  await other.page.adoptDraft('mira/edit')
  expect(other.page.readDraft('mira/edit')).toBeUndefined()
  expect(back.page.readDraft('mira/edit')?.text).toBe('Old and new')
})

test('drafts are stored without Web Locks', async () => {
  vi.stubGlobal('navigator', {})
  const first = await openTab()
  first.page.writeDraft('mira/post', { text: 'On plain http' })
  await first.page.saveDrafts()
  const second = await openTab()
  await second.page.adoptDraft('mira/post')
  expect(second.page.readDraft('mira/post')?.text).toBe('On plain http')
  first.page.writeDraft('mira/post', { text: 'On plain http, longer' })
  second.page.writeDraft('mira/post', undefined)
  await Promise.all([first.page.saveDrafts(), second.page.saveDrafts()])
  expect((await openTab()).page.readDraft('mira/post')?.text).toBe('On plain http, longer')
})
