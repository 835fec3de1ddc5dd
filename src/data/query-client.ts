import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError } from '../client/http.ts'
import { SessionOverError } from '../client/session.ts'
import { needsClub, noStorage, storageFull } from '../contract/page-errors.ts'
import { isClub } from '../pwa/club.ts'
import { closeErrors, type ToastTone, toast } from '../ui/toast.ts'
import { doneText } from './done-text.ts'
import { readableError } from './readable-error.ts'

/**
 * `done` and `tone`: the toast of a write that succeeded. `failed` returns the second line of the toast of one that failed.
 * `corrects`: its success closes the toasts of the attempts that failed. `quiet`: nobody waits for it, so its failure is
 * only logged. `createQueryClient` does all this.
 */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      done?: string
      tone?: ToastTone
      failed?: () => string | undefined
      corrects?: true
      quiet?: true
    }
    queryMeta: { quiet?: true }
  }
}

/** The page's cache of the API, with all error and success toasts (R11.1). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => (meta?.quiet ? log(error) : reportRead(error)),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) =>
        meta?.quiet ? log(error) : report(error, meta?.failed?.()),
      onSuccess: (data, _variables, _result, { meta }) => {
        if (meta?.corrects) closeErrors()
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

/**
 * Show and log a failed call (R11.1): the text of the API as it came, and an explanation below it.
 * @param detail what follows from the failure, such as that a text is kept
 */
export function report(error: Error, detail?: string): void {
  log(error)
  // The end of the session was shown already.
  if (error instanceof SessionOverError) return
  const text = errorText(error)
  const details = [detailOf(error), detail].filter(Boolean)
  toast('error', text, details.join(' ') || undefined)
}

/** Why a write was refused, in a sentence. */
export function reasonOf(error: unknown): string {
  return detailOf(error) ?? errorText(error)
}

/** What explains the text of an error to people, if that does not. */
function detailOf(error: unknown): string | undefined {
  const text = errorText(error)
  const sentence = readableError(text)
  return (sentence !== text && sentence) || explanationOf(error)
}

/** Like {@link report}, but the screen of a post or user shows itself that it does not exist (R2.23). */
function reportRead(error: Error): void {
  // Only the club has the controls, which are read in the background. A notice says that it cannot be reached.
  if (isUnreachable(error) && error.config.url.startsWith('/api/mock')) return
  if (isNotFound(error)) log(error)
  else report(error)
}

/** Whether a club could not be reached. */
export function isUnreachable(error: unknown): error is HttpError {
  return (
    isClub && error instanceof HttpError && (!error.response || errorText(error) === needsClub.text)
  )
}

function log(error: Error): void {
  const failure = error instanceof SessionOverError ? error.cause : error
  console.error(failure instanceof HttpError ? (failure.response ?? failure) : failure)
}

/** Reads of one row, which may not exist. */
const ONE_ROW = /^\/api\/(posts|comments|users)\/(?!((bookmark|following)\/?)?($|\?))/

/** Whether a read failed because its row does not exist. */
export function isNotFound(error: unknown): error is HttpError {
  return (
    error instanceof HttpError && error.response?.status === 404 && ONE_ROW.test(error.config.url)
  )
}

/** The first entry of the error list in the response, or why IndexedDB of the page failed, or "Something went wrong". */
export function errorText(error: unknown): string {
  if (error instanceof DOMException) {
    if (error.name === 'QuotaExceededError') return storageFull.text
    if (/^(Security|InvalidState|Unknown)Error$/.test(error.name)) return noStorage.text
  }
  const data = error instanceof HttpError ? error.response?.data : undefined
  const errors = (data as { error?: unknown } | undefined)?.error
  const first = Array.isArray(errors) ? errors[0] : undefined
  return typeof first === 'string' && first !== '' ? first : 'Something went wrong'
}

/** Why there is no response: it did not come in time, or the club could not be reached (R11.6). */
function explanationOf(error: unknown): string | undefined {
  if (!(error instanceof HttpError) || error.response) return undefined
  if (/^timeout of/.test(error.message)) return 'No reply came in time. Please try again.'
  return isClub ? error.message : undefined
}
