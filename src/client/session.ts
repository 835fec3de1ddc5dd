import { notRegistered } from '../contract/not-registered.ts'
import { HttpError } from './http.ts'

/** Thrown in place of a refusal when the session is over. The user has been told by then. */
export class SessionOverError extends Error {}

let isOver = async (): Promise<boolean> => false

/** Sets how to find out whether the session is over when the API refuses its token. */
export function checkSessionWith(check: () => Promise<boolean>): void {
  isOver = check
}

/**
 * For every failed call that carries the session's token.
 * @throws SessionOverError when it failed because the session is over
 */
export async function throwIfSessionOver(error: unknown): Promise<void> {
  if (refusesToken(error) && (await isOver())) throw new SessionOverError()
}

/** Whether this is the answer to an auth call whose token is missing or not valid (R11.8). */
function refusesToken(error: unknown): boolean {
  const { status, data } = (error instanceof HttpError && error.response) || {}
  const texts = (data as { error?: unknown } | undefined)?.error
  return status === notRegistered.status && Array.isArray(texts) && texts[0] === notRegistered.text
}
