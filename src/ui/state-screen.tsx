import type { ReactNode } from 'react'
import styles from './state-screen.module.css'

type Props = { title: string; icon?: ReactNode; children?: ReactNode }

/** Fills a place that has nothing to list: says so, and what to do about it. */
export function StateScreen({ title, icon, children }: Props) {
  return (
    <section className={styles.screen}>
      {icon}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
}
