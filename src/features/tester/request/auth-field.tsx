import { guest } from '../../../contract/guest.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import type { AuthChoice } from './auth-choice.ts'

const others = Object.keys(seedPasswords).filter((username) => username !== guest.username)

type Props = {
  choice: AuthChoice
  /** Who is signed in, if somebody is. */
  viewer?: string
  onChoice: (choice: AuthChoice) => void
}

/** Whose token the request carries; seeded users are logged in when it is sent. */
export function AuthField({ choice, viewer, onChoice }: Props) {
  const options: { value: AuthChoice; label: string }[] = [
    { value: 'none', label: 'None' },
    {
      value: 'session',
      label: viewer ? `Current session (${viewer})` : 'Current session (nobody)',
    },
    { value: `user:${guest.username}`, label: 'Guest' },
    ...others.map((username) => ({ value: `user:${username}` as const, label: username })),
  ]
  return (
    <SelectField
      label="Authorization"
      options={options}
      value={choice}
      onValue={(value) => onChoice(value as AuthChoice)}
    />
  )
}
