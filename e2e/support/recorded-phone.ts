import type { Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { CHANGES_PATH } from '../../src/contract/changes.ts'
import type { Viewed, ViewedComment } from '../../src/contract/viewed.ts'
import type { Moment } from '../../sync/lab/recorder.ts'
import type { Shown } from '../../sync/lab/rows.ts'
import type { SentWrite, SyncRequest } from '../../sync/protocol.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { fetchApi } from './mock.ts'
import { askWorker } from './pwa-fixtures.ts'

/** The reads of a page are repeated until its worker stands at the same place before and after them. */
const MAX_TRIES = 20

/** A phone whose page makes all calls through its worker, and what its line has carried. */
export class RecordedPhone {
  readonly page: Page
  readonly line: FaultyProxy
  /** The own writes that were ever sent, by name. */
  readonly sent = new Map<string, SentWrite>()
  userId = ''
  /** What the page showed last. */
  shown: Shown = { posts: [], comments: new Map(), users: [] }
  /** The posts before the record began. */
  readonly #older = new Set<string>()
  #build = ''

  constructor(page: Page, line: FaultyProxy) {
    this.page = page
    this.line = line
    line.onBody = ({ method, path }, text) => {
      if (method !== 'POST' || path !== CHANGES_PATH) return
      const { writes }: SyncRequest = JSON.parse(text)
      for (const write of writes) if (!write.proof) this.sent.set(write.name, write)
    }
  }

  /** Begins the record: what is there now is not part of it. */
  async begin(username: string): Promise<void> {
    this.#build = (await askWorker(this.page, 'STATUS')).build
    await this.read()
    for (const { _id } of this.shown.posts) this.#older.add(_id)
    this.shown.posts.length = 0
    this.userId = this.shown.users.find((user) => user.username === username)?._id ?? ''
  }

  async call(line: string, body?: unknown): Promise<{ status: number; data: unknown }> {
    const authorization = await this.page.evaluate(() => localStorage.getItem('gearheads-token'))
    return fetchApi(this.page, line, body, {
      ...{ authorization: authorization ?? '', Prefer: 'people=own' },
      // Without it, the worker lets the request pass to the club.
      ...{ 'App-Build': this.#build, 'Content-Type': 'application/json' },
    })
  }

  /** What the page shows at one moment; `undefined` when its worker did not stand still. */
  async read(): Promise<Omit<Moment, 'log'> | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = await this.#place()
      const shown = await this.#readShown()
      const { place, ...status } = await this.#place()
      if (!shown || place !== before.place) continue
      this.shown = shown
      return { shown, sent: this.sent, ...status }
    }
    return undefined
  }

  async #place() {
    const { pending, carried, replica } = await askWorker(this.page, 'SYNC_STATUS')
    const place = JSON.stringify([pending, carried, replica?.cursor])
    return { place, pending, carried, cursor: replica?.cursor }
  }

  async #readShown(): Promise<Shown | undefined> {
    type Posts = Viewed<Reply<'GET /api/posts'>>
    type Comments = Viewed<Reply<'GET /api/comments/:postId'>>
    type Users = Viewed<Reply<'GET /api/users'>>
    const replies = await Promise.all([this.call('GET /api/posts'), this.call('GET /api/users')])
    const posts = (replies[0].data as Posts).posts.filter(({ _id }) => !this.#older.has(_id))
    const threads = await Promise.all(posts.map(({ _id }) => this.call(`GET /api/comments/${_id}`)))
    if ([...replies, ...threads].some(({ status }) => status !== 200)) return undefined
    const comments = new Map<string, ViewedComment[]>()
    for (const [index, { data }] of threads.entries())
      comments.set(posts[index]?._id ?? '', (data as Comments).comments)
    return { posts, comments, users: (replies[1].data as Users).users }
  }
}
