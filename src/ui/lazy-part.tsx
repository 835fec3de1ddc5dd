import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary, RetryText } from './error-boundary.tsx'

/** Pause before code that could not be loaded is requested again. */
const RETRY_MS = 10_000

type Options = {
  /** Shown while the part loads. */
  loading?: ReactNode
  /** Shown with a button to try again if the part cannot be loaded. By default nothing is shown, and it tries by itself. */
  errorText?: string
}

/**
 * Creates a component whose code is loaded when it is first rendered. If loading fails, the rest of the
 * screen keeps working, and loading is tried again (`React.lazy` would fail permanently).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading, errorText }: Options = {},
): ComponentType<Props> {
  const create = () => lazy(async () => ({ default: await load() })) as ComponentType<Props>
  let part = create()
  const recreate = () => {
    part = create()
  }
  const fallback = (retry: () => void) =>
    errorText ? (
      <p role="alert">
        <RetryText text={errorText} onRetry={retry} />
      </p>
    ) : (
      <RetryLater onRetry={retry} />
    )
  // Reads `part` when it renders, because an error replaces it.
  const Current = (props: Props) => createElement(part, props)
  return (props) => (
    <ErrorBoundary fallback={fallback} onError={recreate}>
      <Suspense fallback={loading}>
        <Current {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function RetryLater({ onRetry }: { onRetry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_MS)
    return () => clearTimeout(timer)
  })
  return null
}
