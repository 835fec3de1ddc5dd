import styles from './auth-card.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Which form the card shows. */
export type AuthMode = 'login' | 'signup'

/** The landing card: log-in at first; its links switch to sign-up and back (spec §2). */
export function AuthCard({ mode }: { mode: AuthMode }) {
  return (
    <section className={styles.card} aria-labelledby="auth-title">
      {mode === 'login' ? <LogInForm /> : <SignUpForm />}
    </section>
  )
}
