import { type ComponentProps, useId } from 'react'
import styles from './select-field.module.css'

type Option = { value: string; label: string }
type Props = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  options: readonly Option[]
  /** The label is heard but not seen. */
  bare?: boolean
  onValue: (value: string) => void
}

/** A labelled drop-down list. */
export function SelectField({ label, options, bare, onValue, ...rest }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      {!bare && (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <select
        {...rest}
        id={id}
        aria-label={bare ? label : undefined}
        className={styles.select}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
