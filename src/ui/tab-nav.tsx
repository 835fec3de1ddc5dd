import type { ReactNode } from 'react'
import styles from './tab-nav.module.css'

/** Links that show one of several lists of a screen. The current one has `aria-current`. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.nav} aria-label={label} data-tabs>
      {children}
    </nav>
  )
}
