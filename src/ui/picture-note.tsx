import { Button } from './button.tsx'

type Props = { text: string; onRetry?: () => void }

/** What there is to say about a picture, and what can be done about it. */
export function PictureNote({ text, onRetry }: Props) {
  return (
    <>
      {text} {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </>
  )
}
