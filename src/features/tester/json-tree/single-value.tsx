import { useState } from 'react'
import { typeOf } from './detect-type.ts'
import { OwnClicks } from './own-clicks.tsx'
import styles from './row-body.module.css'
import { valueText } from './row-text.ts'

/** Longer texts, such as pictures as data URLs, begin cut. */
const LONG_TEXT = 1000

export function SingleValue({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = valueText(value)
  const hidden = whole ? 0 : text.length - LONG_TEXT
  return (
    <span className={styles.value} data-type={typeOf(value)}>
      {hidden > 0 ? `${text.slice(0, LONG_TEXT)}…` : text}
      {hidden > 0 && (
        <OwnClicks>
          <button
            type="button"
            tabIndex={-1}
            className={styles.more}
            onClick={() => setWhole(true)}
          >
            {`Show ${hidden.toLocaleString('en')} more characters`}
          </button>
        </OwnClicks>
      )}
    </span>
  )
}
