import { type KeyboardEvent, type SubmitEvent, use, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { detectType } from './detect-type.ts'
import styles from './row.module.css'
import type { Row } from './rows.ts'
import { DraftContext, useEditorView } from './use-editor.ts'
import { editText, rowName } from './value-text.ts'

/** Edits a value as text. Its detected type is offered as one way to save it, a string as the other. */
export function EditForm({ row }: { row: Row }) {
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
