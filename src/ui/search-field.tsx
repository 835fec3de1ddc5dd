import { Search } from 'lucide-react'
import styles from './search-field.module.css'

type Props = {
  label: string
  placeholder: string
  value: string
  onValue: (value: string) => void
  /** Whether the results do not match the text yet. */
  pending?: boolean
}

/** A search input. The list that it filters announces the results. */
export function SearchField({ label, placeholder, value, onValue, pending }: Props) {
  return (
    <search className={styles.box} data-pending={pending || undefined}>
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className={styles.input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </search>
  )
}
