import { useEffect, useRef } from 'react'
import { sessionEndedText } from '../../data/auth.ts'
import styles from './auth-card.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Which form the card shows. */
export type AuthMode = 'login' | 'signup'

/** The landing card: log-in at first; its links switch to sign-up and back (R2.6). */
export function AuthCard({ mode }: { mode: AuthMode }) {
  const card = useRef<HTMLElement>(null)
  const shown = useRef(mode)
  useEffect(() => {
    // The link that was pressed is gone with its form; on a first load the focus stays where it is.
    if (shown.current !== mode || sessionEndedText()) card.current?.querySelector('input')?.focus()
    shown.current = mode
  }, [mode])
  return (
    <section ref={card} className={styles.card} aria-labelledby="auth-title">
      {mode === 'login' ? <LogInForm /> : <SignUpForm />}
    </section>
  )
}
