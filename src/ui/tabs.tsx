import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

type Tab = {
  label: string
  /** An error in the panel, which is marked on the tab while it is not shown. */
  error?: string
  content: ReactNode
}

type Props = {
  label: string
  tabs: readonly Tab[]
  /** The index of the selected tab. */
  selected: number
  onSelect: (selected: number) => void
}

/**
 * Tabs that show one of several panels. Arrow keys, Home and End select a tab.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const to = {
      ArrowRight: selected === last ? 0 : selected + 1,
      ArrowLeft: selected === 0 ? last : selected - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSelect(to)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a label can change
            key={index}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === selected}
            aria-controls={`${id}-panel`}
            tabIndex={index === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(index)}
          >
            {tab.label}{' '}
            {tab.error && index !== selected && (
              <TriangleAlert role="img" aria-label={tab.error} size={16} className={styles.error} />
            )}
          </button>
        ))}
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${selected}`}
        className={styles.panel}
      >
        {tabs[selected]?.content}
      </div>
    </div>
  )
}
