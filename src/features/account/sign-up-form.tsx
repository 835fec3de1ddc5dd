import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { newUuid } from '../../client/uuid.ts'
import { signUp } from '../../data/auth.ts'
import { scoped } from '../../pwa/scoped.ts'
import { sessionStore } from '../../pwa/web-storage.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './auth-card.module.css'
import { PASSWORD_RULE } from './credentials.ts'
import { CredentialsFields } from './credentials-fields.tsx'
import { useValidation } from './use-validation.ts'

const NAME_KEY = scoped('gearheads-sign-up-name')
const USERNAME_KEY = scoped('gearheads-sign-up-username')

/**
 * The sign-up form (R2.8). Its email is never sent. Name and username survive a reload (R3.21), the password never does.
 * @param intro below its heading
 * @param children above its button
 */
export function SignUpForm({ intro, children }: { intro?: ReactNode; children?: ReactNode }) {
  const [name, setName] = useState(() => sessionStore.get(NAME_KEY) ?? '')
  const [credentials, setCredentials] = useState(() => ({
    username: sessionStore.get(USERNAME_KEY) ?? '',
    password: '',
  }))
  const { username } = credentials
  useEffect(() => {
    sessionStore.set(NAME_KEY, name)
    sessionStore.set(USERNAME_KEY, username)
  }, [name, username])
  const { mutateAsync } = useMutation(signUp)
  const account = { name, ...credentials }
  const sent = useRef({ text: '', key: '' })
  const [send, busy] = useInFlight(() => {
    const text = JSON.stringify(account)
    if (sent.current.text !== text) sent.current = { text, key: newUuid() }
    return mutateAsync({ ...account, key: sent.current.key }).then(forgetFields, showRefusal)
  })
  const { form, errors, showRefusal } = useValidation(account, send)

  return (
    <form {...form} className={styles.form} aria-labelledby="auth-title">
      <h2 id="auth-title">Sign-Up</h2>
      {intro}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        error={errors.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CredentialsFields
        value={credentials}
        onChange={setCredentials}
        errors={errors}
        usernamePlaceholder="you@garage.example"
        passwordHint={PASSWORD_RULE}
        passwordAutoComplete="new-password"
      >
        <TextField
          label="Email"
          hint="Optional. We never send or store it."
          type="email"
          name="email"
          autoComplete="email"
        />
      </CredentialsFields>
      {children}
      <Button type="submit" variant="primary" data-testid="sign-up-button" busy={busy}>
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

function forgetFields(): void {
  sessionStore.remove(NAME_KEY)
  sessionStore.remove(USERNAME_KEY)
}
