import { useEffect, useRef } from 'react'
import { sessionEndedText } from '../../data/auth.ts'
import { closeErrors } from '../../ui/toast.ts'
import styles from './auth-card.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignUpCard } from './sign-up-card.tsx'

/** The card on the landing screen: the log-in or the sign-up form, with a link to the other one (R2.6). */
export function AuthCard({ mode }: { mode: 'login' | 'signup' }) {
  const card = useRef<HTMLElement>(null)
  const shown = useRef(mode)
  useEffect(() => {
    // Switching removes the focused link. On page load the focus stays where it is, unless a session has ended.
    if (shown.current !== mode) closeErrors()
    if (shown.current !== mode || sessionEndedText()) card.current?.querySelector('input')?.focus()
    shown.current = mode
  }, [mode])
  return (
    <section ref={card} className={styles.card} aria-labelledby="auth-title">
      {mode === 'login' ? <LogInForm /> : <SignUpCard />}
    </section>
  )
}
