import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

type Tab = { label: string; content: ReactNode }

type Props = {
  label: string
  tabs: readonly Tab[]
  /** The index of the panel that is shown. */
  chosen: number
  onChoose: (chosen: number) => void
}

/** One of several panels at a time. Arrows, Home and End move between the tabs. */
export function Tabs({ label, tabs, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1
    const to = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChoose(to)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={chosen}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        className={styles.panel}
      >
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}
