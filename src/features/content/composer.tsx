import { type ReactNode, type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useInFlight } from '../../ui/use-in-flight.ts'
import styles from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { PicturePicker } from './picture-picker.tsx'

type Props = {
  /** Names the text area, and stands in it while it is empty. */
  label: string
  avatar: { src: string; name: string }
  text: string
  onText: (text: string) => void
  /** Sends it; a promise lasts for as long as it is on its way. */
  onSubmit: () => unknown
  busy?: boolean
  /** Takes the pictures that are chosen, pasted or dropped. */
  onFiles?: (files: File[]) => void
  /** Whether to write at once, without a tap on the text area first. */
  focused?: boolean
  /** Buttons beside the emoji button. */
  tools?: ReactNode
  /** What goes with the text, such as a picture. */
  children?: ReactNode
}

/** Where a post or a comment is written. Its button is labelled Vroom (R4.2). */
export function Composer(props: Props) {
  const { label, avatar, text, onText, onSubmit, busy, onFiles, focused, tools, children } = props
  const { dragging, ...fileEvents } = useFileDrop(onFiles)
  const [send] = useInFlight(onSubmit)
  const area = useRef<HTMLTextAreaElement>(null)
  /** Where the caret goes once an inserted emoji is in the text. */
  const caret = useRef<number>(undefined)
  const focusedControl = useRef<Element>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text is in place
  useLayoutEffect(() => {
    if (caret.current !== undefined) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [text])

  // A control that disappears while it has the focus, such as Add or Remove, passes it to the text area.
  useLayoutEffect(() => {
    if (!area.current || (focusedControl.current?.isConnected ?? true)) return
    area.current.focus()
    area.current.setSelectionRange(text.length, text.length)
  })

  useEffect(() => {
    if (focused) area.current?.focus()
  }, [focused])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function insert(emoji: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    onText(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    caret.current = selectionStart + emoji.length
  }

  return (
    <form
      className={styles.composer}
      onSubmit={submit}
      onFocus={({ target }) => {
        focusedControl.current = target
      }}
      onBlur={() => {
        focusedControl.current = undefined
      }}
      aria-label={label}
      data-dragging={dragging || undefined}
      {...fileEvents}
    >
      <Avatar {...avatar} />
      <TextArea
        ref={area}
        label={label}
        placeholder={label}
        className={styles.text}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children && <div className={styles.more}>{children}</div>}
      <div className={styles.tools}>
        {onFiles && <PicturePicker onPick={onFiles} disabled={busy} />}
        <EmojiButton onPick={insert} />
        {tools}
        <Button type="submit" look="primary" className={styles.vroom} busy={busy}>
          Vroom
        </Button>
      </div>
    </form>
  )
}
