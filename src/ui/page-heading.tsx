import { useEffect } from 'react'
import styles from './page-heading.module.css'

/** The heading of a screen, which also names the tab. Focus comes here after navigation. */
export function PageHeading({ title, hidden = false }: { title: string; hidden?: boolean }) {
  usePageTitle(title)
  return (
    <h1 tabIndex={-1} className={hidden ? styles.hidden : styles.heading}>
      {title}
    </h1>
  )
}

/** Name the tab after the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gearheads`
  }, [title])
}
