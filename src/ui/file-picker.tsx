import { type ReactNode, useRef } from 'react'

type Props = {
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  /** The accessible name of the hidden input, for tests and scripts. */
  label?: string
  /** A `data-testid` of the hidden input, for tests and scripts. */
  testId?: string
  /** Renders the button that calls `open`. */
  button: (open: () => void) => ReactNode
}

/** Selects files with a button of any look. Phones offer their camera too. */
export function FilePicker({ accept, multiple, onFiles, label, testId, button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {button(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        data-testid={testId}
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Selecting the same file again must fire another change event.
          target.value = ''
        }}
      />
    </>
  )
}
