import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { PRIVACY_PATH } from '../../contract/privacy-path.ts'
import { isClub, signUpMode } from '../../pwa/club.ts'
import { invitation } from '../../pwa/invitation.ts'
import styles from './auth-card.module.css'
import { SignUpForm } from './sign-up-form.tsx'

const NEEDS_INVITATION =
  'This club is for people with an invitation. Ask its organiser for a link, and open it here.'

/** The sign-up form, or why a club has none for this visitor (R3.25). */
export function SignUpCard() {
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
