import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

type Options = {
  /** Stands there until it is loaded. */
  waiting?: ReactNode
  /** Said when it cannot be loaded, beside a way to try again; without it, nothing is shown. */
  missing?: string
}

/**
 * A part of a screen that is loaded when it is first shown. One that cannot be loaded takes nothing
 * else along, and is asked for again when it is shown again (`React.lazy` would fail for good).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, missing }: Options = {},
): ComponentType<Props> {
  const start = () => lazy(async () => ({ default: await load() })) as ComponentType<Props>
  let part = start()
  const restart = () => {
    part = start()
  }
  const fallback = (retry: () => void) =>
    missing && (
      <p role="alert">
        {missing} <Button onClick={retry}>Try again</Button>
      </p>
    )
  // Not `<Part>`: what is to be shown is known only inside, when the part may have been started anew.
  const Now = (props: Props) => createElement(part, props)
  return (props) => (
    <ErrorBoundary fallback={fallback} onBreak={restart}>
      <Suspense fallback={waiting}>
        <Now {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
