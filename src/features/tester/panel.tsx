import { type ReactNode, useId } from 'react'
import styles from './tester.module.css'

type Props = {
  title: string
  /** Shows the title to screen readers only. */
  hideTitle?: boolean
  actions?: ReactNode
  isBusy?: boolean
  children: ReactNode
}

/** A titled section of the tester. */
export function Panel({ title, hideTitle, actions, isBusy, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={isBusy || undefined}>
      <div className={hideTitle ? styles.panelHeadHidden : styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
