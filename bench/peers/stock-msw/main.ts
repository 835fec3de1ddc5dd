import { setupWorker } from 'msw/browser'
import { openDatabase } from '../../../mocks/database.ts'
import { deviceHost } from '../../../mocks/host.ts'
import { createMswHandlers } from '../../../mocks/msw-handlers.ts'
import { idbStore } from '../../../mocks/store/row-cache.ts'
import { guest } from '../../../src/contract/guest.ts'

// MSW set up as in its documentation, with the app's own handlers, store and cache, and without a delay.
// The page has nothing else: any app on stock MSW takes at least this long.
const database = openDatabase(idbStore('stock-msw'))
const worker = setupWorker(...createMswHandlers(deviceHost({ database, delayMs: 0 })))
await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })

await fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(guest) })
const reply = await fetch('/api/posts?limit=20')
const { posts } = await reply.json()
const list = document.createElement('ol')
list.ariaLabel = 'Posts'
list.append(...posts.map(toArticle))
document.body.append(list)

function toArticle({ content }: { content: string }): HTMLElement {
  const article = document.createElement('article')
  article.textContent = content
  return article
}
