import type { ReactNode, SubmitEvent } from 'react'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { validationError } from './credentials.ts'

type Credentials = { username: string; password: string }

type Props = {
  value: Credentials
  onChange: (update: (old: Credentials) => Credentials) => void
  usernameLabel?: string
  usernamePlaceholder?: string
  passwordHint?: string
  passwordAutoComplete: 'current-password' | 'new-password'
  disabled?: boolean
  /** Fields between username and password. */
  children?: ReactNode
}

/** The username and password fields of log-in, sign-up and settings. */
export function CredentialsFields(props: Props) {
  const { value, onChange, usernameLabel = 'Username', disabled, children } = props
  return (
    <>
      <TextField
        label={usernameLabel}
        name="username"
        placeholder={props.usernamePlaceholder}
        autoComplete="username"
        autoCapitalize="none"
        disabled={disabled}
        value={value.username}
        onChange={({ target }) => onChange((old) => ({ ...old, username: target.value }))}
      />
      {children}
      <PasswordField
        label="Password"
        name="password"
        autoComplete={props.passwordAutoComplete}
        hint={props.passwordHint}
        disabled={disabled}
        value={value.password}
        onChange={({ target }) => onChange((old) => ({ ...old, password: target.value }))}
      />
    </>
  )
}

/** Returns a submit handler that calls `send` if `fields` are valid, and otherwise shows the error in a toast. */
export function submitIfValid(fields: Record<string, string>, send: () => unknown) {
  return (event: SubmitEvent) => {
    event.preventDefault()
    const error = validationError(fields)
    if (error) toast('error', error)
    else send()
  }
}
