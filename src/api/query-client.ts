import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type ToastTone, toast } from '../ui/toast.ts'
import { HttpError } from './http.ts'

/** What a write says when it is done; shown in one place, below. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { done?: string; tone?: ToastTone }
  }
}

/** The page's cache of the API, with all error and success toasts (spec §8). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: report }),
    mutationCache: new MutationCache({
      onError: report,
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
        // The back end says what changed (keep-in-step.ts); a list does not move because its tab is seen.
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

/** Show and log a failed call (spec §8). */
export function report(error: Error): void {
  console.error(error instanceof HttpError ? (error.response ?? error) : error)
  toast('error', errorText(error))
}

/** The first entry of the answer's error list, or "Something went wrong". */
export function errorText(error: unknown): string {
  const data = error instanceof HttpError ? error.response?.data : undefined
  const errors = (data as { error?: unknown } | undefined)?.error
  const first = Array.isArray(errors) ? errors[0] : undefined
  return typeof first === 'string' && first !== '' ? first : 'Something went wrong'
}
