import { clubReachable } from '../../pwa/club.ts'

/** One function for each picture on the screen that could not be loaded. */
const failed = new Set<() => void>()

/** Try all pictures on the screen that could not be loaded once more: they probably failed for one reason. */
export function retryPictures(): void {
  for (const retry of [...failed]) retry()
}

/**
 * Call `retry` when the network is back, when the club can be reached again, and with {@link retryPictures}.
 * @returns a function that stops it
 */
export function onPictureRetry(retry: () => void): () => void {
  if (failed.size === 0) watchNetwork()
  failed.add(retry)
  return () => {
    failed.delete(retry)
    if (failed.size === 0) stopWatching?.abort()
  }
}

let stopWatching: AbortController | undefined

function watchNetwork(): void {
  stopWatching = new AbortController()
  const { signal } = stopWatching
  addEventListener('online', retryPictures, { signal })
  let wasReachable = clubReachable.get()
  const leave = clubReachable.subscribe(() => {
    const isBack = clubReachable.get() && !wasReachable
    wasReachable = clubReachable.get()
    if (isBack) retryPictures()
  })
  signal.addEventListener('abort', leave)
}
