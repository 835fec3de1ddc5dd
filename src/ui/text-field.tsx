import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

type Props = ComponentProps<'input'> & {
  label: string
  hint?: string
  /** Stands inside the field's right end, such as a show/hide button. */
  end?: ReactNode
}

/** A labelled one-line input. */
export function TextField({ label, hint, end, ...rest }: Props) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input type="text" {...rest} id={id} aria-describedby={hintId} className={styles.input} />
        {end}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
