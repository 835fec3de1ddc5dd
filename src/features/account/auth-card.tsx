import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { PRIVACY_PATH } from '../../contract/privacy-path.ts'
import { sessionEndedText } from '../../data/auth.ts'
import { isClub, signUpMode } from '../../pwa/club.ts'
import { invitation } from '../../pwa/invitation.ts'
import { closeErrors } from '../../ui/toast.ts'
import styles from './auth-card.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

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

const NEEDS_INVITATION =
  'This club is for people with an invitation. Ask its organiser for a link, and open it here.'

/** The sign-up form, or why a club has none for this visitor (R3.25). */
function SignUpCard() {
  const { token, refusal } = useSyncExternalStore(invitation.subscribe, invitation.get)
  const intro = refusal ?? (token && 'You are invited to this club.')
  if (signUpMode === 'closed') return <NoSignUp text="This club takes no new members." />
  if (signUpMode === 'invited' && !intro) return <NoSignUp text={NEEDS_INVITATION} />
  return (
    <SignUpForm intro={intro && <p>{intro}</p>}>
      {isClub && (
        <p className={styles.note}>
          <a href={PRIVACY_PATH}>Privacy: who can read what you post</a>
        </p>
      )}
    </SignUpForm>
  )
}

function NoSignUp({ text }: { text: string }) {
  return (
    <div className={styles.form}>
      <h2 id="auth-title">Sign-Up</h2>
      <p>{text}</p>
      <Link to="/" search={{}} state={true} className={styles.switch}>
        Already have account?
      </Link>
    </div>
  )
}
