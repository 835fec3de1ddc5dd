import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { signUp } from '../../data/auth.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useInFlight } from '../../ui/use-in-flight.ts'
import styles from './auth-card.module.css'
import { validationError } from './credentials.ts'

/** The sign-up card (R2.8). Its email field is never sent. */
export function SignUpForm() {
  const [name, setName] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { mutateAsync } = useMutation(signUp)
  const [send, busy] = useInFlight(mutateAsync)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const problem = validationError({ name, username, password })
    if (problem) toast('error', problem)
    else send({ name, username, password })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="auth-title">
      <h2 id="auth-title">Sign-Up</h2>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Username"
        name="username"
        placeholder="you@garage.example"
        autoComplete="username"
        autoCapitalize="none"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label="Email"
        hint="Stays on this page: it is never sent."
        type="email"
        name="email"
        autoComplete="email"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="7 to 15 letters, digits and !@#$%^&*, with at least one digit and one of those symbols."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" busy={busy}>
        Sign up
      </Button>
      <Link to="/" search={{}} state={true} className={styles.switch}>
        Already have account?
      </Link>
      <p role="status" className={styles.status}>
        {busy && 'Creating your account…'}
      </p>
    </form>
  )
}
