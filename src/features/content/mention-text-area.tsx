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
import { useViewer } from '../../data/auth.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { suggestedQuery } from '../../data/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextArea } from '../../ui/field.tsx'
import { completeMention, mentionAt } from './mention-at.ts'
import styles from './mention-text-area.module.css'

type Props = Omit<ComponentProps<typeof TextArea>, 'ref' | 'value' | 'onChange'> & {
  ref: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
}

/**
 * A text area that suggests people while "@" and the beginning of a name are typed (R4.25): arrow keys select one, Enter
 * and Tab insert it, Escape closes the list. The focus stays in the text, as in an editable combobox (WAI-ARIA).
 */
export function MentionTextArea({ ref, text, onText, ...rest }: Props) {
  const list = useSuggestions(text, useViewer())
  /** The position of the caret after a mention is inserted. */
  const nextCaret = useRef<number>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the new text is rendered
  useLayoutEffect(() => {
    if (nextCaret.current !== undefined)
      ref.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  }, [text])

  function insert({ username }: ViewedUser) {
    if (!list.typed) return
    const completed = completeMention(text, { ...list.typed, username })
    nextCaret.current = completed.caret
    onText(completed.text)
    list.close()
  }

  function onKeyDown(event: KeyboardEvent) {
    const person = list.people[list.active]
    const isPlain = !event.nativeEvent.isComposing && !event.ctrlKey && !event.metaKey
    if (!person || !isPlain) return
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Escape') list.close()
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) insert(person)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.around}>
      <TextArea
        {...rest}
        ref={ref}
        hideLabel
        dir="auto"
        value={text}
        aria-autocomplete="list"
        aria-controls={list.isOpen ? list.id : undefined}
        aria-activedescendant={list.isOpen ? list.optionId(list.active) : undefined}
        onChange={({ target }) => {
          onText(target.value)
          list.update(target.selectionStart)
        }}
        onSelect={({ currentTarget }) => list.follow(currentTarget.selectionStart)}
        onBlur={list.close}
        onKeyDown={onKeyDown}
      />
      {list.isOpen && (
        <div id={list.id} role="listbox" aria-label="People" className={styles.list}>
          {list.people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text area
            <div
              key={person._id}
              id={list.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === list.active}
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
              <span>{person.firstName}</span>
              <span className={styles.username}>@{person.username}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The people who match the mention at the caret. */
function useSuggestions(text: string, viewer: ViewedUser) {
  const id = useId()
  /** `undefined` while the list is closed. */
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  const typed = caret === undefined ? undefined : mentionAt(text, caret)
  const hidden = new Set([viewer._id, ...mutedBy(viewer, usePendingWrites())])
  const { data } = useQuery({
    ...suggestedQuery(typed?.name ?? '', hidden),
    enabled: typed !== undefined,
  })
  const people = typed ? (data ?? []) : []
  const open = (at: number | undefined) => {
    setCaret(at)
    setActive(0)
  }
  return {
    id,
    people,
    isOpen: people.length > 0,
    active: Math.min(active, people.length - 1),
    typed: typed && caret !== undefined ? { start: typed.start, caret } : undefined,
    optionId: (index: number) => `${id}-${index}`,
    move: (by: number) => setActive((active + by + people.length) % people.length),
    /** The text was changed. */
    update: (at: number) => open(at),
    /** The caret was moved: an open list stays with it. */
    follow: (at: number) => caret !== undefined && at !== caret && open(at),
    close: () => open(undefined),
  }
}
