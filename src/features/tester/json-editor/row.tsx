import { Check, Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useMemo,
  useState,
} from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { detectType, typeOf } from './detect-type.ts'
import { type Container, isContainer } from './json-path.ts'
import styles from './row.module.css'
import { actionsOf, type Row } from './rows.ts'
import { DraftContext, extrasOf, useEditorView } from './use-editor.ts'
import { useIsPointed } from './use-focus.ts'
import {
  actionText,
  countText,
  editText,
  labelText,
  previewText,
  rowName,
  valueText,
} from './value-text.ts'

/** The key of a row. It contains no button: the label would pass its own clicks on to it. */
export function RowLabel({ row }: { row: Row }) {
  const { label } = useEditorView()
  const isKey = row.path.length > 0 && !row.group
  return (
    <span className={isKey ? styles.key : styles.name}>
      {labelText(row, label)}
      {!row.group && <span className={styles.colon}>:</span>}
    </span>
  )
}

/** Everything in a row but its key. */
export function RowBody({ row }: { row: Row }) {
  const { editing } = useEditorView()
  return (
    <>
      {isContainer(row.value) ? <Summary row={row} /> : <SingleValue value={row.value} />}
      <RowButtons row={row} />
      {editing === row.id && (
        <Controls className={styles.edit}>
          <EditForm row={row} />
        </Controls>
      )}
    </>
  )
}

function Summary({ row }: { row: Row }) {
  return (
    <span className={styles.summary} data-expandable={row.expanded !== undefined || undefined}>
      {!row.group && <span>{Array.isArray(row.value) ? '[]' : '{}'}</span>}
      <span>{countText(row)}</span>
      {row.expanded === false && !row.group && (
        <span className={styles.preview}>{previewText(row.value as Container)}</span>
      )}
    </span>
  )
}

/** Longer texts, such as data URLs of pictures, are cut at first. */
const MAX_TEXT = 1000

function SingleValue({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = valueText(value)
  const hidden = whole ? 0 : text.length - MAX_TEXT
  return (
    <span className={styles.value} data-type={typeOf(value)}>
      {hidden > 0 ? `${text.slice(0, MAX_TEXT)}…` : text}
      {hidden > 0 && (
        <Controls>
          <button
            type="button"
            tabIndex={-1}
            className={styles.more}
            onClick={() => setWhole(true)}
          >
            {`Show ${hidden.toLocaleString('en')} more characters`}
          </button>
        </Controls>
      )}
    </span>
  )
}

const ICONS = { edit: Pencil, add: Plus, copy: Copy, remove: Trash2 }

/**
 * With a mouse, the buttons of the hovered and the focused row; without one, a single button that opens
 * a dialog of actions. They are not tab stops, because the keys of the tree do the same.
 */
function RowButtons({ row }: { row: Row }) {
  const { label, pointed, touch, copied, extras, run } = useEditorView()
  const isPointed = useIsPointed(pointed, row.id)
  const { id } = row
  const name = rowName(row, label)
  const isCopied = copied === id
  if (touch)
    return (
      <Controls className={styles.one}>
        <IconButton
          label={`Actions for ${name}`}
          tabIndex={-1}
          onClick={() => run({ type: 'show-actions', id })}
        >
          {isCopied ? <Check size={20} className={styles.tick} /> : <Ellipsis size={20} />}
        </IconButton>
      </Controls>
    )
  if (!isPointed && !isCopied) return null
  return (
    <Controls className={styles.actions}>
      {actionsOf(row).map((action) => {
        const done = action === 'copy' && isCopied
        const Icon = done ? Check : ICONS[action]
        return (
          <IconButton
            key={action}
            tabIndex={-1}
            className={done ? styles.tick : undefined}
            label={
              done
                ? `Copied ${name}`
                : `${actionText(action, row)}${action === 'add' ? ' to' : ''} ${name}`
            }
            onClick={() => run({ type: action, id })}
          >
            <Icon size={16} />
          </IconButton>
        )
      })}
      {extrasOf(extras, row).map(({ label: action, Icon, run }) => (
        <IconButton
          key={action}
          tabIndex={-1}
          label={`${action}: ${name}`}
          onClick={() => run(row.path, row.value)}
        >
          <Icon size={16} />
        </IconButton>
      ))}
    </Controls>
  )
}

/** Keeps clicks on buttons and forms from react-json-tree, which toggles a node on every click. */
function Controls({ className, children }: { className?: string; children: ReactNode }) {
  const stop = (event: MouseEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops the clicks of the buttons inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span data-control className={className} onClick={stop}>
      {children}
    </span>
  )
}

/** Edits a value as text. Its detected type is offered as one way to save it, a string as the other. */
function EditForm({ row }: { row: Row }) {
  const { label, run } = useEditorView()
  const before = useMemo(() => editText(row.value), [row.value])
  const text = use(DraftContext) ?? before
  const { type } = detectType(text)
  const name = rowName(row, label)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Without a submit button, it was Ctrl+Enter.
    run({ type: 'save', as: event.nativeEvent.submitter ? 'detected' : undefined })
  }

  function onKeyDown(event: KeyboardEvent) {
    const confirms = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Else the same key would also close a dialog around the editor, or send the tester's request.
    if (confirms || event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape') run({ type: 'cancel-edit' })
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-label={`Edit ${name}`}>
      <TextArea
        label={`Value of ${name}`}
        hideLabel
        className={styles.text}
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        onChange={(event) => run({ type: 'change-draft', draft: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Save as {type === 'string' ? 'text' : type}
        </Button>
        {type !== 'string' && (
          <Button onClick={() => run({ type: 'save', as: 'text' })}>Save as text</Button>
        )}
        <Button onClick={() => run({ type: 'cancel-edit' })}>Cancel</Button>
      </div>
    </form>
  )
}
