import { useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { fold } from '../../contract/words.ts'
import { useViewer } from '../../data/auth.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { suggestedQuery } from '../../data/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextArea } from '../../ui/field.tsx'
import { placeList, showOption } from '../../ui/place-list.ts'
import { useComposingText } from './composing-text.ts'
import { mentionAt, mentionBefore } from './mention-at.ts'
import styles from './mention-text-area.module.css'

type Props = Omit<ComponentProps<typeof TextArea>, 'ref' | 'value' | 'onChange'> & {
  ref: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
}

/**
 * A text area that suggests people while "@" and the beginning of a name are typed (R4.25). The focus stays in the text, as
 * in an editable combobox; a text area cannot have that role, so the number of people is announced.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function MentionTextArea({ ref, text, onText, ...rest }: Props) {
  const { shown, change, ...composition } = useComposingText(text, onText)
  const list = useSuggestions(shown, useViewer())
  const { isOpen, active } = list
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (isOpen && popup.current && ref.current) return placeList(popup.current, ref.current)
    return undefined
  }, [isOpen, ref])

  useLayoutEffect(() => {
    const option = popup.current?.children[active]
    if (popup.current && option instanceof HTMLElement) showOption(popup.current, option)
  }, [active])

  function insert({ username }: ViewedUser) {
    const area = ref.current
    if (!list.typed || !area) return
    const { start, caret } = list.typed
    area.setSelectionRange(start, caret)
    insertText(area, mentionBefore(shown.slice(caret), username))
    list.close()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isModified = ctrlKey || metaKey || altKey || shiftKey
    if (!isOpen || isModified) return
    const selected = list.people[active]
    if (key === 'ArrowDown') list.move(1)
    else if (key === 'ArrowUp') list.move(-1)
    else if (key === 'Escape') list.dismiss()
    else if (selected && (key === 'Enter' || key === 'Tab')) insert(selected)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.around}>
      <TextArea
        {...rest}
        {...composition}
        ref={ref}
        hideLabel
        value={shown}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list.id : undefined}
        aria-activedescendant={isOpen && active >= 0 ? list.optionId(active) : undefined}
        onChange={({ target }) => {
          change(target.value)
          list.update(target)
        }}
        onSelect={({ currentTarget }) => list.follow(currentTarget)}
        onBlur={list.close}
        onKeyDown={onKeyDown}
      />
      <span aria-live="polite" className={styles.hidden}>
        {isOpen && `${countOf(list.people)}. The arrow keys select one.`}
      </span>
      {isOpen && (
        <div
          ref={popup}
          id={list.id}
          popover="manual"
          role="listbox"
          aria-label="People"
          className={styles.list}
        >
          {list.people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area
            <div
              key={person._id}
              id={list.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.person}
              // The focus stays in the text.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              <Avatar
                src={shownPhoto(person.profilePhoto)}
                name={person.username}
                userId={person._id}
                size={32}
              />
              <span className={styles.names}>
                <bdi>{person.firstName}</bdi>
                <bdi className={styles.username}>@{person.username}</bdi>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/**
 * Replaces the selection of a text area as if `text` were typed, so that it can be undone: a new value would delete the browser's list
 * of changes. The focus returns to where it was.
 */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  area.focus({ preventScroll: true })
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

function countOf({ length }: readonly ViewedUser[]): string {
  return length === 1 ? '1 person is suggested' : `${length} people are suggested`
}

/** The people who match the mention at the caret. */
function useSuggestions(text: string, viewer: ViewedUser) {
  const id = useId()
  /** `undefined` while the list is closed. */
  const [caret, setCaret] = useState<number>()
  /** -1 if none is selected. */
  const [active, setActive] = useState(-1)
  /** The place of the "@" whose list was closed with Escape. */
  const dismissed = useRef<number>(undefined)
  const typed = caret === undefined ? undefined : mentionAt(text, caret)
  const hidden = new Set([viewer._id, ...mutedBy(viewer, usePendingWrites())])
  const { data = [], isPlaceholderData } = useQuery({
    ...suggestedQuery(typed?.name ?? '', hidden),
    enabled: typed !== undefined,
  })
  // Of the previous text, until the new ones arrive.
  const matching = isPlaceholderData ? data.filter((user) => matches(user, typed?.name)) : data
  const people = typed ? matching : []
  const close = () => setCaret(undefined)

  /** The text was changed. After a bare "@", which may be the end of a line, none is selected. */
  function update({ value, selectionStart }: HTMLTextAreaElement) {
    const mention = mentionAt(value, selectionStart)
    if (mention?.start !== dismissed.current) dismissed.current = undefined
    setCaret(mention && dismissed.current === undefined ? selectionStart : undefined)
    setActive(mention?.name ? 0 : -1)
  }
  return {
    id,
    people,
    isOpen: people.length > 0,
    active: Math.min(active, people.length - 1),
    typed: typed && caret !== undefined ? { start: typed.start, caret } : undefined,
    optionId: (index: number) => `${id}-${index}`,
    move: (by: 1 | -1) =>
      setActive(
        active < 0 && by < 0 ? people.length - 1 : (active + by + people.length) % people.length,
      ),
    update,
    /** The caret was moved: an open list stays with it. */
    follow: (area: HTMLTextAreaElement) =>
      caret !== undefined && area.selectionStart !== caret && update(area),
    close,
    /** Closes the list until another "@" is typed. */
    dismiss() {
      dismissed.current = typed?.start
      close()
    },
  }
}

/** As the search of the API does. */
function matches({ firstName, username }: ViewedUser, name = ''): boolean {
  return [firstName, username].some((text) => fold(text).includes(fold(name)))
}
