import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useFileDrop } from '../../ui/files.ts'
import { gesture } from '../../ui/gesture.ts'
import { whenReleased } from '../../ui/pressed.ts'
import { DOUBLE_CLICK_MS } from '../../ui/timing.ts'
import styles from './composer.module.css'
import { type ContentKind, contentTexts } from './content-texts.ts'
import { EmojiButton } from './emoji-button.tsx'
import { insertText, MentionTextArea } from './mention-text-area.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { PictureEditor, PicturePreviews } from './picture-previews.tsx'
import type { EditedPicture } from './picture-tile.tsx'
import type { Composition } from './use-composition.ts'

type Props = {
  ref?: RefObject<HTMLFormElement | null>
  kind: ContentKind
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
export function Composer({ ref, kind, viewer, composition, focused, onFocus, children }: Props) {
  const { compose: label, inputTestId } = contentTexts[kind]
  const { text, setText, submit, problem, addPictures } = composition
  const { dragging, ...fileEvents } = useFileDrop(addPictures)
  const [isSecondClick] = useState(gesture)
  const area = useRef<HTMLTextAreaElement>(null)
  const { previews, onMovePicture } = composition
  const hasContent = text !== '' || previews.length > 0
  /** On a phone it is one line until it is used. */
  const [isUsed, setUsed] = useState(false)
  const [edited, setEdited] = useState<EditedPicture>()
  const focusedControl = useRef<Element>(undefined)
  /** Of two submit events in one task, before React renders, only the first one counts. */
  const isRendered = useRef(true)
  useLayoutEffect(() => {
    isRendered.current = true
  })

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

  return (
    <>
      <form
        ref={ref}
        className={styles.composer}
        data-kind={kind}
        onSubmit={(event) => {
          event.preventDefault()
          // Behind a dialog only a script presses Vroom: before the dialog has covered a part of a picture.
          if (!isRendered.current || document.querySelector('dialog:modal')) return
          isRendered.current = false
          if (isByButton(event.nativeEvent)) keepHeight()
          submit()
        }}
        onKeyDown={ignoreHeldEnter}
        onFocus={({ target }) => {
          focusedControl.current = target
          whenReleased(() => setUsed(true))
          onFocus?.()
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          focusedControl.current = undefined
          if (!currentTarget.contains(relatedTarget)) whenReleased(() => setUsed(false))
        }}
        aria-label={label}
        data-dragging={dragging || undefined}
        data-open={isUsed || hasContent || undefined}
        {...fileEvents}
      >
        <Avatar src={shownPhoto(viewer.profilePhoto)} name={viewer.username} userId={viewer._id} />
        <MentionTextArea
          ref={area}
          label={label}
          placeholder={label}
          data-testid={inputTestId}
          text={text}
          onText={setText}
        />
        <div className={styles.extras} data-draft>
          {children}
          <PicturePreviews {...{ previews }} onMove={onMovePicture} onEdit={setEdited} />
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
          <PicturePicker onPick={addPictures} onFull={composition.onFullOfPictures} />
          <EmojiButton onPick={(emoji) => area.current && insertText(area.current, emoji)} />
          <Button
            type="submit"
            variant="primary"
            className={styles.submit}
            data-testid="send-button"
            onClick={(event) => {
              // An empty post that nobody meant to send (R4.19).
              if (isSecondClick(event.nativeEvent) && !hasContent) event.preventDefault()
            }}
          >
            Vroom
          </Button>
        </div>
      </form>
      {edited && (
        <PictureEditor
          {...{ previews, edited }}
          onMove={onMovePicture}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function isByButton(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter !== null
}

/** A key that is held is one press (R4.19): browsers repeat the click of a button. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement)
    event.preventDefault()
}
