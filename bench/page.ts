import type { Page } from 'playwright'
import { fetchApi, resetData, setMock } from '../e2e/support/mock.ts'
import type { Reply } from '../src/contract/calls.ts'
import { guest } from '../src/contract/guest.ts'

/** A post in any list of posts. */
export const POST = '[aria-label="Posts"] article'

/** Times since the start of the navigation, in ms. */
type Marks = {
  /** The first post is on the screen. */
  painted: number
  /** The first post is on the screen and not inert, so React has rendered it. */
  usable: number
  /** The last click. */
  clicked: number
  /** The first touch. */
  tapped: number
  /** The like of the first post is red on the screen. */
  liked: number
}

declare global {
  interface Window {
    marks: Promise<Marks>
    /** Taps on a point of the page, as `x y`. Only {@link openAndTap} has it. */
    tapAt?: (point: string) => void
  }
}

/** https://wicg.github.io/scheduling-apis/, which TypeScript's library does not have. */
declare const scheduler: {
  postTask(work: () => void, options: { priority: 'user-blocking' }): Promise<void>
}

/**
 * Opens `path`, and waits for its first post. The page observes itself, since queries from outside would cost it time.
 * @param act leads from the page to one with a post
 */
export async function openUntilUsable(
  page: Page,
  path = '/',
  act = async () => {},
): Promise<Marks> {
  await page.addInitScript(recordMarks, `${POST}, main [data-testid=user-card]`)
  await page.goto(path, { waitUntil: 'commit' })
  await act()
  return (await page.waitForFunction(() => window.marks)).jsonValue()
}

/** The same, and taps with a finger on the like of the first post as soon as that is painted. */
export async function openAndTap(page: Page): Promise<Marks> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: 'tapAt' })
  const touch = (touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type: touchPoints.length ? 'touchStart' : 'touchEnd',
      touchPoints,
    })
  devtools.on('Runtime.bindingCalled', ({ payload }) => {
    const [x = 0, y = 0] = payload.split(' ').map(Number)
    touch([{ x, y }])
    touch([])
  })
  return openUntilUsable(page)
}

/** Runs in the page, before its scripts; more than once if the tab opens several documents. */
function recordMarks(selector: string): void {
  if ('marks' in window) return
  const { promise, resolve } = Promise.withResolvers<Marks>()
  Object.assign(window, { marks: promise })
  const marks: Partial<Marks> = {}
  document.addEventListener('click', ({ timeStamp }) => {
    marks.clicked = timeStamp
  })
  addEventListener('pointerdown', ({ timeStamp }) => {
    marks.tapped ??= timeStamp
  })
  const observer = new MutationObserver(check)
  const attributeFilter = ['inert', 'aria-pressed']
  observer.observe(document, { childList: true, subtree: true, attributeFilter })
  // For changes that move no node.
  const timer = setInterval(check, 250)
  let isQueued = false
  function check() {
    if (isQueued || !document.querySelector(selector)) return
    isQueued = true
    // In the frame, which computes the layout anyway.
    requestAnimationFrame(() => {
      isQueued = false
      const post = document.querySelector(selector)
      if (!post?.getClientRects().length) return
      const isUsable = !post.closest('[inert]')
      const { tapAt } = window
      const like = tapAt && post.querySelector('[aria-pressed]')
      const { x = 0, y = 0, width = 0, height = 0 } = like?.getBoundingClientRect() ?? {}
      const [red = 0, green = 0] = like ? (getComputedStyle(like).color.match(/\d+/g) ?? []) : []
      const isLiked = Number(red) > 1.5 * Number(green)
      const mark = () => {
        const now = performance.now()
        if (!marks.painted) tapAt?.(`${x + width / 2} ${y + height / 2}`)
        marks.painted ??= now
        if (isUsable) marks.usable ??= now
        if (isLiked) marks.liked ??= now
        if (!marks.usable || (tapAt && !marks.liked)) return
        observer.disconnect()
        clearInterval(timer)
        resolve(marks as Marks)
      }
      // The first task after the frame, before those that decode pictures, which belong to the next one.
      scheduler.postTask(mark, { priority: 'user-blocking' })
    })
  }
}

/** A request as the app's client sends it. */
export type TimedRequest = {
  path: string
  method?: string
  token?: string
  body?: object
  headers?: Record<string, string>
  /** The expected status; any success by default. */
  status?: number
}

/**
 * Sends requests from the page, one after the other, all of them `times` times in turn.
 * @returns for each key, the times from the call of `fetch` to the last byte of the reply, in ms
 */
export function timeRequests<Key extends string>(
  page: Page,
  times: number,
  requests: Record<Key, TimedRequest>,
): Promise<Record<Key, number[]>> {
  const sent: [number, Record<string, TimedRequest>] = [times, requests]
  return page.evaluate(async ([times, requests]) => {
    const results: Record<string, number[]> = {}
    for (let time = 0; time < times; time++) {
      for (const [key, request] of Object.entries(requests)) {
        const { path, method, token = '', body, status } = request
        const headers = {
          Prefer: 'return=minimal, people=own',
          authorization: token,
          ...request.headers,
        }
        const start = performance.now()
        const reply = await fetch(path, { method, headers, body: JSON.stringify(body) })
        await reply.text()
        results[key] = [...(results[key] ?? []), performance.now() - start]
        if (status ? reply.status !== status : !reply.ok)
          throw new Error(`The status of ${path} was ${reply.status}`)
      }
    }
    return results
  }, sent)
}

/** Replaces the data of the page's site with generated ones, always the same, and ends the delay. */
export async function fill(page: Page, seed: { users: number; posts: number }): Promise<void> {
  await setMock(page, { delay: 0 })
  await resetData(page, seed)
}

/** A post of the guest, and the guest's token. */
export type OwnPost = { id: string; author: string; token: string }

/** Writes a post as the guest, without the app. */
export async function writeByApi(page: Page, content: string): Promise<OwnPost> {
  const [logIn, write] = ['POST /api/auth/login', 'POST /api/posts'] as const
  const { encodedToken: token } = (await fetchApi<Reply<typeof logIn>>(page, logIn, guest)).data
  const headers = { authorization: token, Prefer: 'return=minimal' }
  const { data } = await fetchApi<Reply<typeof write>>(page, write, { content }, headers)
  const [post] = data.posts
  if (!post) throw new Error('The reply to a new post has no post')
  return { id: post._id, author: post.userId, token }
}
