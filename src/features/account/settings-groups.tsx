import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './settings-groups.module.css'

type Group = { title: string; content: ReactNode }

/** The groups of Settings, with an index beside them on wide screens (R9.14). */
export function SettingsGroups({ groups }: { groups: readonly Group[] }) {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  /** A short group at the end cannot be scrolled to the top: it is marked as it was chosen. */
  const isChosen = useRef(false)
  useEffect(() => {
    const mark = () => {
      if (!isChosen.current) setCurrent(groupInView(list.current))
      isChosen.current = false
    }
    addEventListener('scroll', mark, { passive: true })
    // Also at the start, and when a part has got its data.
    const sizes = new ResizeObserver(mark)
    if (list.current) sizes.observe(list.current)
    return () => {
      removeEventListener('scroll', mark)
      sizes.disconnect()
    }
  }, [])
  function choose(event: MouseEvent, index: number) {
    const group = list.current?.children[index]
    if (!group || event.metaKey || event.ctrlKey || event.shiftKey) return
    // The page stays the same for Back.
    event.preventDefault()
    const before = scrollY
    group.scrollIntoView()
    isChosen.current = scrollY !== before
    setCurrent(index)
    group.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.screen}>
      <nav aria-label="Groups of settings" className={styles.index}>
        {groups.map(({ title }, index) => (
          <a
            key={title}
            href={`#${idOf(title)}`}
            aria-current={index === current || undefined}
            onClick={(event) => choose(event, index)}
          >
            {title}
          </a>
        ))}
      </nav>
      <div ref={list} className={styles.groups}>
        {groups.map(({ title, content }) => (
          <section key={title} className={styles.group} aria-labelledby={idOf(title)}>
            <h2 id={idOf(title)} tabIndex={-1}>
              {title}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}

const idOf = (title: string) => `group-${title.toLowerCase()}`

/** The last group that begins above a line, which goes down the window as the page is scrolled to its end. */
function groupInView(list: HTMLElement | null): number {
  const { scrollHeight, clientHeight } = document.documentElement
  const line = (clientHeight * scrollY) / Math.max(1, scrollHeight - clientHeight)
  const groups = [...(list?.children ?? [])]
  return Math.max(
    0,
    groups.findLastIndex((group) => group.getBoundingClientRect().top <= line + 1),
  )
}

type SettingProps = { title: string; children: ReactNode }

/** One setting of a group, with its heading. */
export function Setting({ title, children }: SettingProps) {
  const id = useId()
  return (
    <section className={styles.setting} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  )
}
