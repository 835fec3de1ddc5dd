import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useFileDrop } from '../../ui/files.ts'
import { DOUBLE_CLICK_MS, useInFlight } from '../../ui/timing.ts'
import styles from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { MentionTextArea } from './mention-text-area.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { PicturePreviews } from './picture-previews.tsx'
import type { Composition } from './use-composition.ts'

type Props = {
  /** The accessible name of the text area, and its placeholder. */
  label: string
  /** The `data-testid` of the text area. */
  testId: string
  viewer: ViewedUser
  composition: Composition
  /** Focuses the text area when the composer is mounted. */
  focused?: boolean
  /** Called when a control of it gets the focus. */
  onFocus?: () => void
  /** Shown between the text and the previews of the pictures. */
  children?: ReactNode
}

/** The form that writes a post or a comment. Its button is labelled Vroom (R4.2). */
export function Composer({
  label,
  testId,
  viewer,
  composition,
  focused,
  onFocus,
  children,
}: Props) {
  const { text, setText, busy, submit, problem, addPictures } = composition
  const { dragging, ...fileEvents } = useFileDrop(addPictures)
  const [send] = useInFlight(submit)
  const area = useRef<HTMLTextAreaElement>(null)
  /** The position of the caret after an emoji is inserted. */
  const caret = useRef<number>(undefined)
  const focusedControl = useRef<Element>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the new text is rendered
  useLayoutEffect(() => {
    if (caret.current !== undefined) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [text])

  // A focused control that is removed, such as Add or Remove, passes the focus to the text area.
  useLayoutEffect(() => {
    if (!area.current || (focusedControl.current?.isConnected ?? true)) return
    area.current.focus()
    area.current.setSelectionRange(text.length, text.length)
  })

  useEffect(() => {
    if (focused) area.current?.focus()
  }, [focused])

  /** The button stays where it is while the second click of a double click can come: it would hit a post below (R4.26). */
  function keepHeight() {
    const field = area.current
    if (!field) return
    field.style.minHeight = `${field.offsetHeight}px`
    setTimeout(() => {
      field.style.minHeight = ''
    }, DOUBLE_CLICK_MS)
  }

  function insert(emoji: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    setText(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    caret.current = selectionStart + emoji.length
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (isByButton(event.nativeEvent)) keepHeight()
        send()
      }}
      onFocus={({ target }) => {
        focusedControl.current = target
        onFocus?.()
      }}
      onBlur={() => {
        focusedControl.current = undefined
      }}
      aria-label={label}
      data-dragging={dragging || undefined}
      {...fileEvents}
    >
      <Avatar src={shownPhoto(viewer.profilePhoto)} name={viewer.username} userId={viewer._id} />
      <MentionTextArea
        ref={area}
        label={label}
        placeholder={label}
        data-testid={testId}
        text={text}
        onText={setText}
      />
      <div className={styles.extras} data-draft>
        {children}
        <PicturePreviews previews={composition.previews} onMove={composition.onMovePicture} />
        {[...composition.notices, problem].map(
          (text) =>
            text && (
              <p key={text} role="alert" className={styles.note}>
                {text}
              </p>
            ),
        )}
      </div>
      <div className={styles.tools}>
        <PicturePicker onPick={addPictures} onFull={composition.onFullOfPictures} disabled={busy} />
        <EmojiButton onPick={insert} />
        <Button
          type="submit"
          variant="primary"
          className={styles.submit}
          data-testid="send-button"
          busy={busy}
        >
          Vroom
        </Button>
      </div>
    </form>
  )
}

function isByButton(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter !== null
}
