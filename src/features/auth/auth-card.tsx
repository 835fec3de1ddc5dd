import { useState } from 'react'
import styles from './auth-card.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** The landing card: starts in log-in mode; its links switch to sign-up and back (spec §2). */
export function AuthCard({ onDone }: { onDone: () => void }) {
  const [mode, setMode] = useState<'login' | 'signup'>('login')
  return (
    <section className={styles.card}>
      {mode === 'login' ? (
        <LogInForm onDone={onDone} onSwitch={() => setMode('signup')} />
      ) : (
        <SignUpForm onDone={onDone} onSwitch={() => setMode('login')} />
      )}
    </section>
  )
}
