import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright'
import { KEY_HEADER } from '../../src/contract/call.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { isRoute } from '../../src/pwa/worker/routes.ts'
import type { Action, Observation } from './agent.ts'
import type { Write } from './back-end.ts'
import type { DrawnTask } from './draw.ts'
import { pictureFile } from './tasks.ts'

/** How long an element may take to appear, in ms. */
const PATIENCE = 5_000
/** The page is quiet when it has sent nothing for so long, in ms. */
const QUIET = 150

/** A browser profile with the data of a task. The agent sees one page of it, and has only {@link act}. */
export class Device {
  /** What no agent may do. */
  readonly problems = new Set<string>()
  readonly #context: BrowserContext
  readonly #url: string
  readonly #key: string
  readonly #task: DrawnTask
  readonly #sent: (Write & { request: Request; isDone: boolean })[] = []
  readonly #open = new Set<Request>()
  #lastSent = 0
  #page: Page | undefined

  private constructor(context: BrowserContext, url: string, task: DrawnTask, key: string) {
    this.#key = key
    this.#context = context
    this.#url = url
    this.#task = task
  }

  /** Plants the data, and opens the home screen of the viewer. */
  static async open(
    browser: Browser,
    { port }: { port: number },
    task: DrawnTask,
    key: string,
  ): Promise<Device> {
    const url = `http://localhost:${port}`
    const context = await browser.newContext({ baseURL: url })
    const device = new Device(context, url, task, key)
    const page = await context.newPage()
    await page.goto('/')
    const body = { snapshot: task.before, viewer: task.viewer, settings: { delay: 0 } }
    const reply = await control(page, key, '/api/mock/reset', body)
    const { encodedToken } = reply as { encodedToken: string }
    await page.evaluate((token) => localStorage.setItem('gearheads-token', token), encodedToken)
    await page.close()
    device.#record(encodedToken)
    device.#page = await context.newPage()
    // A link to elsewhere opens another one.
    context.on('page', (other) => other.close())
    const asks = device.#page.waitForRequest((request) => request.url().startsWith(`${url}/api/`))
    await Promise.all([asks, device.#page.goto('/homePage')])
    await device.#settle()
    return device
  }

  /** The writes of the viewer that the worker has done. */
  get writes(): Write[] {
    return this.#sent.filter(({ isDone }) => isDone)
  }

  async observe(left: number, error?: string, screenshot?: boolean): Promise<Observation> {
    const { say: task, files } = this.#task
    const page = this.#mustHavePage()
    return {
      ...{ task, files, left, error },
      path: page.url().slice(this.#url.length),
      title: await page.title(),
      tree: await page.ariaSnapshot({ mode: 'ai' }),
      screenshot: screenshot ? (await page.screenshot()).toString('base64') : undefined,
    }
  }

  /** @throws Error in words for the agent */
  async act(action: Action): Promise<void> {
    const page = this.#mustHavePage()
    const { act, text = '', key = '', path = '', files = [] } = action
    const timeout = { timeout: PATIENCE }
    const ways: Record<string, () => Promise<unknown>> = {
      click: async () => (await elementOf(page, action)).click(timeout),
      fill: async () => (await elementOf(page, action)).fill(text, timeout),
      select: async () => (await elementOf(page, action)).selectOption({ label: text }, timeout),
      press: async () =>
        action.ref || action.role
          ? (await elementOf(page, action)).press(key, timeout)
          : page.keyboard.press(key),
      upload: async () => {
        if (!files.every((file) => this.#task.files.includes(file)))
          throw new Error(`The files are ${this.#task.files.join(', ')}`)
        const chosen = files.map(pictureFile)
        const element = await elementOf(page, action)
        if (await element.evaluate((node) => node.matches('input[type=file]'), null, timeout))
          return element.setInputFiles(chosen, timeout)
        const choosing = page.waitForEvent('filechooser', timeout)
        const [chooser] = await Promise.all([choosing, element.click(timeout)])
        await chooser.setFiles(chosen)
      },
      goto: async () => {
        checkScreen(path)
        await page.goto(path)
      },
      back: () => page.goBack(timeout),
      // The search begins 1.5 s after the last key.
      wait: () => page.waitForTimeout(2000),
    }
    const way = Object.hasOwn(ways, String(act)) ? ways[String(act)] : undefined
    if (!way) throw new Error(`act: must be ${Object.keys(ways).join(', ')} or done`)
    await way()
    await this.#settle()
  }

  /** Closes the page of the agent, and reads the rows. */
  async close(): Promise<Snapshot> {
    await this.#settle()
    await this.#page?.close()
    // What follows is the judge's.
    for (const event of ['page', 'request']) this.#context.removeAllListeners(event)
    const page = await this.#context.newPage()
    // In the scope of the worker, without a script of the app.
    await page.goto('/logo.svg')
    const after = await control(page, this.#key, '/api/mock/snapshot')
    await this.#context.close()
    return after as Snapshot
  }

  #mustHavePage(): Page {
    if (!this.#page) throw new Error('The page is closed')
    return this.#page
  }

  /** `page.on('request')` sees what the worker answers, too. */
  #record(token: string): void {
    this.#context.on('request', (request) => {
      const { origin, protocol, pathname } = new URL(request.url())
      if (origin !== this.#url && protocol.startsWith('http'))
        this.problems.add(`The page asked for ${origin}`)
      if (pathname.startsWith('/api/mock/')) this.problems.add('The page used the controls')
      if (!pathname.startsWith('/api/')) return
      this.#open.add(request)
      this.#lastSent = Date.now()
      if (request.method() === 'GET') return
      const headers = request.headers()
      // The bytes of a picture are taken from the rows, and those of others are not the viewer's.
      if (pathname === '/api/uploads' || headers.authorization !== token) return
      this.#sent.push({
        ...{ request, isDone: false, line: `${request.method()} ${pathname}`, at: Date.now() },
        body: request.postData() ?? undefined,
        key: headers[KEY_HEADER.toLowerCase()],
      })
    })
    this.#context.on('response', (response) => {
      const sent = this.#sent.find(({ request }) => request === response.request())
      if (sent) sent.isDone = response.status() < 400
      this.#open.delete(response.request())
    })
    this.#context.on('requestfailed', (request) => this.#open.delete(request))
  }

  /** Waits until every call has its reply, and no other follows. */
  async #settle(): Promise<void> {
    const end = Date.now() + 2 * PATIENCE
    this.#lastSent = Date.now()
    while (Date.now() < end && (this.#open.size > 0 || Date.now() - this.#lastSent < QUIET))
      await new Promise((resolve) => setTimeout(resolve, QUIET / 3))
  }
}

/** @throws Error if the app has no screen there: its files and its API are not for agents */
export function checkScreen(path: string): void {
  const base = 'http://app.test'
  const { origin, pathname } = URL.parse(path, base) ?? {}
  if (!path.startsWith('/') || origin !== base || !isRoute(pathname?.slice(1) ?? ''))
    throw new Error('path: must be a screen of the app, such as /explore')
}

/** @throws Error in words for the agent, unless there is one such element */
export async function elementOf(
  page: Pick<Page, 'getByRef' | 'getByRole'>,
  { ref, role, name }: Action,
): Promise<Locator> {
  if (!ref && !role) throw new Error('An action needs a ref, or a role and a name')
  const found = ref
    ? page.getByRef(ref)
    : page.getByRole(role as Parameters<Page['getByRole']>[0], { name, exact: true })
  // An element that is found by its role may be about to appear.
  const waiting = { state: 'attached', timeout: PATIENCE } as const
  if (!ref)
    await found
      .first()
      .waitFor(waiting)
      .catch(() => undefined)
  const count = await found.count()
  const named = name === undefined ? role : `${role} "${name}"`
  if (count === 0)
    throw new Error(ref ? `There is no ref ${ref} in the last tree` : `There is no ${named}`)
  if (count > 1) throw new Error(`Several match (${count}): take the ref of one of them`)
  return found
}

/** Uses a control of the back end, which is in the worker, so inside the page. */
async function control(page: Page, key: string, path: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = { 'Gearheads-Control-Key': key }
  const { status, data } = await page.evaluate(
    async ({ path, headers, body }) => {
      const { serviceWorker } = navigator
      if (!serviceWorker.controller)
        await new Promise((resolve) => {
          serviceWorker.addEventListener('controllerchange', resolve, { once: true })
        })
      const response = await fetch(path, { method: body ? 'POST' : 'GET', headers, body })
      return { status: response.status, data: await response.json() }
    },
    { path, headers, body: sent },
  )
  if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
  return data
}
