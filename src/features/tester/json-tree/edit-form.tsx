import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { detectType } from './detect-type.ts'
import styles from './edit-form.module.css'
import { useEditor } from './editor-context.ts'
import { jsonText } from './json-text.ts'
import { isContainer } from './json-value.ts'
import { OwnClicks } from './own-clicks.tsx'
import { editText, rowName } from './row-text.ts'
import type { Row } from './rows.ts'

/** Spec §9. */
const LEAST_ROWS = 2

/** Edits one value as text: what it means is shown, and it can be saved as that or as the text it is. */
export function EditForm({ row }: { row: Row }) {
  const { label, draft, save, cancel } = useEditor()
  const [before] = useState(() =>
    isContainer(row.value) ? jsonText(row.value) : editText(row.value),
  )
  const [text, setText] = useState(draft.current ?? before)
  const { type, value } = detectType(text)
  const name = rowName(row, label)

  function write(next: string) {
    draft.current = next
    setText(next)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // An untouched "42" stays text; only the button says that it is to be a number.
    const byKey = !event.nativeEvent.submitter
    if (byKey && text === before) save(row, row.value)
    else save(row, value)
  }

  function onKeyDown(event: KeyboardEvent) {
    const confirms = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // What ends an edit does nothing else: not to a dialog around, nor to the request of the page.
    if (confirms || event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape') cancel(row)
  }

  return (
    <OwnClicks className={styles.around}>
      <form className={styles.form} onSubmit={submit} aria-label={`Edit ${name}`}>
        <TextArea
          label={`Value of ${name}`}
          className={styles.text}
          rows={LEAST_ROWS}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.buttons}>
          <Button type="submit" look="primary">
            Save as {type === 'string' ? 'text' : type}
          </Button>
          {type !== 'string' && <Button onClick={() => save(row, text)}>Save as text</Button>}
          <Button onClick={() => cancel(row)}>Cancel</Button>
        </div>
      </form>
    </OwnClicks>
  )
}
