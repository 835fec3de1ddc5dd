import { useMutation } from '@tanstack/react-query'
import { usesOneTimePassword } from '../../data/auth.ts'
import { logOutOthers } from '../../data/log-out.ts'
import { Button } from '../../ui/button.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './settings-form.module.css'

/** Ends all other sessions of the viewer (R9.9). */
export function SessionsSetting() {
  const { mutateAsync } = useMutation(logOutOthers)
  const [end, busy] = useInFlight(() => mutateAsync())
  return (
    <>
      <p>
        A new password ends your sessions in all other browsers and on all other devices. You can
        also end them without one.
      </p>
      <Button variant="outline" busy={busy} onClick={end}>
        Log out everywhere else
      </Button>
    </>
  )
}

/** Who has logged in with a one-time password needs another one (R3.24). */
export function OneTimePassword() {
  if (!usesOneTimePassword()) return null
  return (
    <p role="alert" className={styles.alert}>
      You have logged in with a one-time password, which soon stops working for log-ins. Set a new
      password now. For this, enter the one-time password once more, as your current password.
    </p>
  )
}
