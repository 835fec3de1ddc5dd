import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { usePageTitle } from '../../ui/page-heading.tsx'
import styles from './landing.module.css'

/** The first screen: brand on the left, a card on the right, the footer below (spec §2). */
export function Landing({ children }: { children: ReactNode }) {
  usePageTitle('Social media for gear heads')
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.brand}>
          <Logo size={72} />
          <h1>Social media for gear heads.</h1>
          <p>
            Post it, like it, talk shop. It all runs on your own device: no server, no signal, no
            problem.
          </p>
        </div>
        <div className={styles.card}>{children}</div>
      </main>
      <footer className={styles.footer}>
        <Logo size={28} />
        <p>© 2022 Gearheads</p>
      </footer>
    </div>
  )
}
