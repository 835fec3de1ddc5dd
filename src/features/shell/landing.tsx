import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { usePageTitle } from '../../ui/screen.tsx'
import styles from './landing.module.css'
import { LandingFooter } from './landing-footer.tsx'

/** The first screen: brand on the left, a card on the right, the footer below (R2.5). */
export function Landing({ children }: { children: ReactNode }) {
  usePageTitle('Social media for gear heads')
  return (
    <div className={styles.page}>
      <div className={styles.hero} aria-hidden="true">
        <img src={`${import.meta.env.BASE_URL}seed/posts/roadster-sunset.svg`} alt="" />
      </div>
      <main className={styles.main}>
        <div className={styles.brand}>
          <Logo size="large" />
          <h1 tabIndex={-1}>Social media for gear heads.</h1>
          <p>No server, no signal, no problem: it all runs on your own device.</p>
        </div>
        <div className={styles.card}>{children}</div>
      </main>
      <LandingFooter />
    </div>
  )
}
