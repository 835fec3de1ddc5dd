import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { HttpError } from '../client/http.ts'
import { SessionOverError } from '../client/session.ts'
import { type ToastTone, toast } from '../ui/toast.ts'

/** What a write says when it is done; shown in one place, below. */
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
        // Without an answer it was not sent: a later click took its place.
        if (meta?.done && data !== undefined) toast(meta.tone ?? 'success', meta.done)
      },
    }),
    // The API is in the worker and needs no network, so nothing waits for one.
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: 30_000,
        // The back end says what changed (live-updates.ts); a list does not move because its tab is seen.
        refetchOnWindowFocus: false,
      },
      // Nobody looks at a write that is done: its answer, which may name hundreds, is not kept for minutes.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
}

/** Wait until no write is on its way any more. */
export function writesDone(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = client.getMutationCache().subscribe(look)
    look()
  })
}

/** Show and log a failed call (R11.1), except for the end of the session, which was shown already. */
export function report(error: Error, text = errorText(error)): void {
  if (error instanceof SessionOverError) return
  log(error)
  toast('error', text)
}

/** As {@link report}. That one post or user does not exist is shown by their screen. */
function reportRead(error: Error): void {
  if (!isNotFound(error)) report(error)
  // The response of a failed user or comment call is logged all the same (R2.23).
  else if (!error.config.url.startsWith('/api/posts/')) log(error)
}

function log(error: Error): void {
  console.error(error instanceof HttpError ? (error.response ?? error) : error)
}

/** Reads that name one row, and so may name one that does not exist. */
const ONE_ROW = /^\/api\/(posts|comments|users)\/(?!bookmark$)/

/** Whether a read failed because what it names does not exist. */
export function isNotFound(error: unknown): error is HttpError {
  return (
    error instanceof HttpError && error.response?.status === 404 && ONE_ROW.test(error.config.url)
  )
}

/** The first entry of the answer's error list, or "Something went wrong". */
export function errorText(error: unknown): string {
  const data = error instanceof HttpError ? error.response?.data : undefined
  const errors = (data as { error?: unknown } | undefined)?.error
  const first = Array.isArray(errors) ? errors[0] : undefined
  return typeof first === 'string' && first !== '' ? first : 'Something went wrong'
}
