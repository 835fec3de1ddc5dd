import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './field.module.css'
import { SEARCH_DEBOUNCE_MS } from './timing.ts'

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onValue: (value: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** Whether the results do not match the text yet. */
  pending?: boolean
  maxLength?: number
}

/** A search input. The list that it filters announces the results. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onValue, onKeyDown, pending, maxLength } = props
  return (
    <search className={styles.search} data-pending={pending || undefined}>
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        dir="auto"
        data-testid="search-input"
        aria-label={label}
        placeholder={placeholder}
        className={styles.searchInput}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </search>
  )
}

type DebouncedSearchProps = Pick<
  SearchFieldProps,
  'label' | 'placeholder' | 'pending' | 'maxLength'
> & {
  /** The text of the current search. A new one replaces the text in the field. */
  search: string
  /** Called with the trimmed text when typing stops, and at once on Enter and on Escape, which clears it. */
  onSearch: (search: string) => void
}

/** A search input that waits until typing stops (R8.4). */
export function DebouncedSearch({ search, onSearch, pending, ...rest }: DebouncedSearchProps) {
  const [text, setText] = useState(search)
  const current = useRef(search)
  const timer = useRef<number>(undefined)
  useEffect(() => {
    if (search === current.current) return
    clearTimeout(timer.current)
    current.current = search
    setText(search)
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  function start(value: string) {
    clearTimeout(timer.current)
    current.current = value.trim()
    if (current.current !== search) onSearch(current.current)
  }
  function type(value: string) {
    setText(value)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => start(value), SEARCH_DEBOUNCE_MS)
  }
  return (
    <SearchField
      {...rest}
      value={text}
      onValue={type}
      onKeyDown={({ key }) => {
        if (key === 'Enter') start(text)
        if (key !== 'Escape') return
        setText('')
        start('')
      }}
      pending={text.trim() !== search || pending}
    />
  )
}
