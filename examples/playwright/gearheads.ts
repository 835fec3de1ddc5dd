import type { Page } from '@playwright/test'

export type Reply<Data> = { status: number; headers: Record<string, string>; data: Data }
export type Credentials = { username: string; password: string }

export const mira: Credentials = { username: 'mira', password: 'Boxer#1976' }
/** The account behind "Log in as guest". */
export const guest: Credentials = { username: 'guest', password: 'Pitlane#66' }

/** Opens a page of the app and waits for its back end, with the delay set to 0. */
export async function openApp(page: Page, path = '/') {
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await callApi(page, 'POST /api/mock/settings', { delay: 0 })
}

/** Makes a call inside the page, because the worker handles only requests from pages. */
export async function callApi<Data>(page: Page, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ')
  const request = { method, path, body: body === undefined ? undefined : JSON.stringify(body) }
  return page.evaluate(async ({ method, path, body }): Promise<Reply<Data>> => {
    const authorization = localStorage.getItem('gearheads-token') ?? ''
    const response = await fetch(path, { method, body, headers: { authorization } })
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), data: await response.json() }
  }, request)
}

/** Changes the settings of the mock, such as `{ delay: 2000 }`. An unknown setting is an error. */
export async function setMock(page: Page, settings: object) {
  const { status, data } = await callApi(page, 'POST /api/mock/settings', settings)
  if (status !== 200) throw new Error(JSON.stringify(data))
}

/** Logs in without the form: requests a token and stores it where the app reads it. */
export async function logIn(page: Page, credentials: Credentials) {
  await openApp(page)
  type Login = { encodedToken: string }
  const { data } = await callApi<Login>(page, 'POST /api/auth/login', credentials)
  await page.evaluate((token) => localStorage.setItem('gearheads-token', token), data.encodedToken)
  await page.goto('/homePage')
}

/** The posts on the screen, newest first. */
export function posts(page: Page) {
  return page.getByRole('list', { name: 'Posts' }).getByRole('article')
}

/** The composer of the home screen. */
export function composer(page: Page) {
  return page.getByRole('textbox', { name: 'What are you driving' })
}

/** The heart of a post, which `aria-pressed` marks as liked. */
export function likeButton(page: Page, post = 0) {
  return posts(page).nth(post).getByRole('button', { name: /^Like/ })
}
