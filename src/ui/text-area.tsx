import type { ComponentProps, KeyboardEvent } from 'react'
import styles from './text-area.module.css'

type Props = Omit<ComponentProps<'textarea'>, 'aria-label'> & { label: string }

/** A text area that grows with its text. Ctrl or meta with Enter submits its form. */
export function TextArea({ label, className, onKeyDown, ...rest }: Props) {
  function submitOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <textarea
      rows={2}
      {...rest}
      aria-label={label}
      className={[styles.area, className].filter(Boolean).join(' ')}
      onKeyDown={submitOnModifiedEnter}
    />
  )
}
