import type { ReactNode } from 'react'
import { PasswordField, TextField } from '../../ui/field.tsx'
import type { Fields } from './credentials.ts'

type Credentials = { username: string; password: string }

type Props = {
  value: Credentials
  onChange: (update: (old: Credentials) => Credentials) => void
  usernameLabel?: string
  usernamePlaceholder?: string
  passwordHint?: string
  passwordAutoComplete: 'current-password' | 'new-password'
  disabled?: boolean
  errors: Fields
  /** Whether the password is optional. By default it is required, as the username always is. */
  optionalPassword?: boolean
  /** Fields between username and password. */
  children?: ReactNode
}

/** The username and password fields of log-in, sign-up and settings. */
export function CredentialsFields(props: Props) {
  const { value, onChange, usernameLabel = 'Username', disabled, errors, children } = props
  return (
    <>
      <TextField
        label={usernameLabel}
        name="username"
        data-testid="username-input"
        placeholder={props.usernamePlaceholder}
        autoComplete="username"
        autoCapitalize="none"
        required={!disabled}
        disabled={disabled}
        error={errors.username}
        value={value.username}
        onChange={({ target }) => onChange((old) => ({ ...old, username: target.value }))}
      />
      {children}
      <PasswordField
        label="Password"
        name="password"
        data-testid="password-input"
        autoComplete={props.passwordAutoComplete}
        // The error repeats the rule.
        hint={errors.password ? undefined : props.passwordHint}
        required={!props.optionalPassword && !disabled}
        disabled={disabled}
        error={errors.password}
        value={value.password}
        onChange={({ target }) => onChange((old) => ({ ...old, password: target.value }))}
      />
    </>
  )
}
