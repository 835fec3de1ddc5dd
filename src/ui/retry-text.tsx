import { Button } from './button.tsx'

type Props = { text: string; onRetry?: () => void }

/** A text about a failure or a delay, with a button to try again if that is possible. */
export function RetryText({ text, onRetry }: Props) {
  return (
    <>
      {text} {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </>
  )
}
