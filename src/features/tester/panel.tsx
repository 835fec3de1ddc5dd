import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  /** The title is heard but not seen. */
  bare?: boolean
  actions?: ReactNode
  busy?: boolean
  children: ReactNode
}

/** A titled part of the tester. */
export function Panel({ title, bare, actions, busy, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={busy || undefined}>
      <div className={bare ? styles.hidden : styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
