import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextField } from './text-field.tsx'

/** A password input whose text can be shown and hidden. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
      {shown ? <EyeOff size={20} /> : <Eye size={20} />}
    </IconButton>
  )
  return <TextField {...props} type={shown ? 'text' : 'password'} end={toggle} />
}
