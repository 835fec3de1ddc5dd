import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError } from '../client/http.ts'
import { SessionOverError } from '../client/session.ts'
import { isClub } from '../pwa/club.ts'
import { type ToastTone, toast } from '../ui/toast.ts'
import { doneText } from './done-text.ts'

/** The toast of a write that succeeded. `createQueryClient` shows it. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { done?: string; tone?: ToastTone }
  }
}

/** The page's cache of the API, with all error and success toasts (R11.1). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportRead }),
    mutationCache: new MutationCache({
      onError: (error) => report(error),
      onSuccess: (data, _variables, _result, { meta }) => {
        // Without data it was not sent, because a later click replaced it.
        if (meta?.done && data !== undefined) toast(meta.tone ?? 'success', doneText(meta.done))
      },
    }),
    // The API is in the worker, so calls need no network.
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: 30_000,
        // The back end publishes changes (live-updates.ts). A list does not move because its tab gets the focus.
        refetchOnWindowFocus: false,
      },
      // Nothing reads a mutation that is done, and its data can hold hundreds of users.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}

/** Wait until no write is pending. */
export function writesDone(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (client.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = client.getMutationCache().subscribe(check)
    check()
  })
}

/** Show and log a failed call (R11.1). The end of the session was shown already. */
export function report(error: Error, text = errorText(error)): void {
  if (error instanceof SessionOverError) return
  log(error)
  toast('error', text)
}

/** Like {@link report}, but the screen of a post or user shows itself that it does not exist. */
function reportRead(error: Error): void {
  // Only the club has the controls, which are read in the background. A notice says that it cannot be reached.
  if (isUnreachable(error) && error.config.url.startsWith('/api/mock')) return
  if (!isNotFound(error)) report(error)
  // The response of a failed user or comment call is logged all the same (R2.23).
  else if (!error.config.url.startsWith('/api/posts/')) log(error)
}

/** Whether a club could not be reached. */
function isUnreachable(error: unknown): error is HttpError {
  return isClub && error instanceof HttpError && !error.response
}

/** The path of a field at the start of an error text. */
const FIELD = /^(?:\w+\.)*([a-z])(\w*): (?=must )/

function log(error: Error): void {
  console.error(error instanceof HttpError ? (error.response ?? error) : error)
}

const NO_REPLY = 'No reply came in time. Please try again.'

/** Reads of one row, which may not exist. */
const ONE_ROW = /^\/api\/(posts|comments|users)\/(?!bookmark$|following$|following\?)/

/** Whether a read failed because its row does not exist. */
export function isNotFound(error: unknown): error is HttpError {
  return (
    error instanceof HttpError && error.response?.status === 404 && ONE_ROW.test(error.config.url)
  )
}

/**
 * The first entry of the error list in the response, or "Something went wrong"; without a response, that it
 * did not come in time, or "Network Error" if a club could not be reached. A field is named by itself,
 * not by its path: "Username must not be empty", not "userData.username: must not be empty".
 */
export function errorText(error: unknown): string {
  const data = error instanceof HttpError ? error.response?.data : undefined
  const errors = (data as { error?: unknown } | undefined)?.error
  const first = Array.isArray(errors) ? errors[0] : undefined
  if (typeof first !== 'string' || first === '') {
    // R11.6.
    if (error instanceof HttpError && /^timeout of/.test(error.message)) return NO_REPLY
    return isUnreachable(error) ? error.message : 'Something went wrong'
  }
  return first.replace(FIELD, (_, start: string, rest: string) => `${start.toUpperCase()}${rest} `)
}
