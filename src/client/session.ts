import { notRegistered } from '../contract/page-errors.ts'
import { observable } from '../pwa/observable.ts'
import { localStore } from '../pwa/web-storage.ts'
import { TOKEN_KEY } from '../start/names.ts'
import { HttpError } from './http.ts'

/** Whether the browser stores nothing: the session and the drafts end when the page is closed. */
export const notStored = observable(false)

/** The session's token in local storage. Logout clears it with everything else there. */
export const token = {
  key: TOKEN_KEY,
  read: (): string => localStore.get(TOKEN_KEY) ?? '',
  save: (encodedToken: string): void => notStored.set(!localStore.set(TOKEN_KEY, encodedToken)),
  forget: (): void => localStore.remove(TOKEN_KEY),
}

/** The claims of a token, which is not verified here. */
export function claimsOf(encodedToken: string): Record<string, unknown> {
  const [, claims = ''] = encodedToken.split('.')
  try {
    return Object(JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))))
  } catch {
    return {}
  }
}

/** The `_id` in the session's token; `undefined` without one. */
export function tokenUser(): string | undefined {
  return claimsOf(token.read())._id as string | undefined
}

/** Aborted when this tab or another one logs out: until this page has left, it stores and asks nothing more of the user. */
export const leaving = new AbortController()

/** Waits for ever in a page that has logged out: the refusal of a call would show as a session that has ended. */
export async function unlessLoggedOut(): Promise<void> {
  if (leaving.signal.aborted) await new Promise(() => {})
}

/** Thrown in place of the API's error, its `cause`, when the session is over. The user has been informed by then. */
export class SessionOverError extends Error {}

let isOver = async (): Promise<boolean> => false

/** Sets how to find out whether the session is over when the API rejects its token. */
export function checkSessionWith(check: () => Promise<boolean>): void {
  isOver = check
}

/**
 * For every failed call that carries the session's token.
 * @throws SessionOverError when it failed because the session is over
 */
export async function throwIfSessionOver(error: unknown): Promise<void> {
  await unlessLoggedOut()
  if (refusesToken(error) && (await isOver())) throw new SessionOverError('', { cause: error })
}

/** Whether an error is the reply to an auth call whose token is missing or not valid (R11.8). */
function refusesToken(error: unknown): boolean {
  const { status, data } = (error instanceof HttpError && error.response) || {}
  const texts = (data as { error?: unknown } | undefined)?.error
  return status === notRegistered.status && Array.isArray(texts) && texts[0] === notRegistered.text
}
