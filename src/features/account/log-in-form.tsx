import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { HttpError } from '../../client/http.ts'
import { guest } from '../../contract/guest.ts'
import { logIn, sessionEndedText } from '../../data/auth.ts'
import { restoreGuest } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useInFlight } from '../../ui/use-in-flight.ts'
import styles from './auth-card.module.css'
import { validationError } from './credentials.ts'
import { throttle } from './throttle.ts'

/** After one submit, further ones are ignored for this long (R3.9). */
const THROTTLE_MS = 3000
const mayLogIn = throttle(THROTTLE_MS)

/** What the log-in is started with: a button of the form. */
type Start = 'form' | 'guest' | 'restore'

/** The log-in card (R2.7). The guest button uses the built-in account. */
export function LogInForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [pressed, setPressed] = useState<Start>()
  const [endedText] = useState(sessionEndedText)
  const [isGuestMissing, setGuestMissing] = useState(false)
  const { mutateAsync } = useMutation(logIn)
  const restore = useMutation(restoreGuest)
  const [start, isBusy] = useInFlight(async (by: Start) => {
    if (by !== 'restore' && !mayLogIn()) return
    setPressed(by)
    if (by === 'restore') await restore.mutateAsync()
    const isGuest = by !== 'form'
    await mutateAsync(isGuest ? guest : { username, password }).catch((error) =>
      setGuestMissing(isGuest && error instanceof HttpError && error.response?.status === 404),
    )
  })
  /** The pressed button is busy, the others wait for it. */
  const stateOf = (by: Start) => ({
    busy: isBusy && by === pressed,
    'aria-disabled': (isBusy && by !== pressed) || undefined,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const problem = validationError({ username, password })
    if (problem) toast('error', problem)
    else start('form')
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="auth-title">
      <h2 id="auth-title">Log-in Form</h2>
      {endedText && <p role="alert">{endedText}</p>}
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" {...stateOf('form')}>
        Log in
      </Button>
      <Button {...stateOf('guest')} onClick={() => start('guest')}>
        Log in as guest
      </Button>
      <Link to="/" search={{ form: 'signup' }} state={true} className={styles.switch}>
        Create new account
      </Link>
      {isGuestMissing && (
        <>
          <p role="alert">The data on this device were replaced by data without a guest.</p>
          <Button {...stateOf('restore')} onClick={() => start('restore')}>
            {isBusy && pressed === 'restore' ? 'Restoring…' : 'Restore the guest account'}
          </Button>
        </>
      )}
      <p role="status" className={styles.status}>
        {isBusy && 'Logging in…'}
      </p>
    </form>
  )
}
