import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { HttpError } from '../../client/http.ts'
import { guest } from '../../contract/guest.ts'
import { logIn } from '../../data/auth.ts'
import { restoreGuest } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useInFlight } from '../../ui/use-in-flight.ts'
import styles from './auth-card.module.css'
import { validationError } from './credentials.ts'
import { throttle } from './throttle.ts'

/** After one submit, further ones are ignored for this long (spec §9). */
const THROTTLE_MS = 3000
const mayLogIn = throttle(THROTTLE_MS)

/** The log-in card (spec §2). The guest button uses the built-in account. */
export function LogInForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { mutateAsync, error, variables } = useMutation(logIn)
  const [send, busy] = useInFlight((credentials: { username: string; password: string }) =>
    mayLogIn() ? mutateAsync(credentials) : undefined,
  )
  const restore = useMutation(restoreGuest)
  const [restoreAndLogIn, restoring] = useInFlight(async () => {
    await restore.mutateAsync()
    await mutateAsync(guest)
  })
  const isGuestMissing =
    variables === guest && error instanceof HttpError && error.response?.status === 404

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const problem = validationError({ username, password })
    if (problem) toast('error', problem)
    else send({ username, password })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="auth-title">
      <h2 id="auth-title">Log-in Form</h2>
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
      <Button type="submit" look="primary" busy={busy}>
        Log in
      </Button>
      <Button onClick={() => send(guest)}>Log in as guest</Button>
      {isGuestMissing && (
        <div className={styles.missing} role="alert">
          <p>The guest account is not there: the data were replaced by others without it.</p>
          <Button busy={restoring} onClick={restoreAndLogIn}>
            Restore the guest account
          </Button>
        </div>
      )}
      <Link to="/" search={{ form: 'signup' }} state={true} className={styles.switch}>
        Create new account
      </Link>
    </form>
  )
}
