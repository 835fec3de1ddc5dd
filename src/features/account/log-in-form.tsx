import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HttpError } from '../../client/http.ts'
import { guest } from '../../contract/guest.ts'
import { logIn, sessionEndedText } from '../../data/auth.ts'
import { restoreGuest } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import { throttle, useInFlight } from '../../ui/timing.ts'
import styles from './auth-card.module.css'
import { CredentialsFields } from './credentials-fields.tsx'
import { useValidation } from './use-validation.ts'

/** Log-in attempts are ignored for this long after the last one (R3.9). */
const THROTTLE_MS = 3000
const logIns = throttle(THROTTLE_MS)

/** The button that starts a log-in. */
type Trigger = 'form' | 'guest' | 'restore'

/** The log-in form (R2.7). Its first button logs in as the guest, so that visitors can look around without an account. */
export function LogInForm() {
  const [credentials, setCredentials] = useState({ username: '', password: '' })
  const [pressed, setPressed] = useState<Trigger>()
  const [endedText] = useState(sessionEndedText)
  const [isGuestMissing, setGuestMissing] = useState(false)
  const { mutateAsync } = useMutation(logIn)
  const restore = useMutation(restoreGuest)
  const [isThrottled, throttleChanged] = useThrottled()
  const [start, isBusy] = useInFlight(async (trigger: Trigger) => {
    if (trigger !== 'restore' && !logIns.start()) return
    throttleChanged()
    setPressed(trigger)
    if (trigger === 'restore') await restore.mutateAsync()
    const isGuest = trigger !== 'form'
    await mutateAsync(isGuest ? guest : credentials).catch((error) => {
      setGuestMissing(isGuest && error instanceof HttpError && error.response?.status === 404)
      if (!isGuest) showRefusal(error)
    })
  })
  const { form, errors, showRefusal } = useValidation(credentials, () => start('form'))
  /** The pressed button is busy, and the others are disabled in the meantime. Ignored log-ins wait. */
  const stateOf = (trigger: Trigger) => {
    const waits = isThrottled && !isBusy && trigger !== 'restore'
    return {
      busy: waits || (isBusy && trigger === pressed),
      'aria-disabled': waits || (isBusy && trigger !== pressed) || undefined,
    }
  }

  return (
    <form {...form} className={styles.form} aria-labelledby="auth-title">
      <h2 id="auth-title">Log-in Form</h2>
      {endedText && <p role="alert">{endedText}</p>}
      <Button variant="primary" {...stateOf('guest')} data-guest onClick={() => start('guest')}>
        Log in as guest
      </Button>
      <CredentialsFields
        value={credentials}
        onChange={setCredentials}
        errors={errors}
        passwordAutoComplete="current-password"
      />
      <Button
        type="submit"
        variant="outline"
        className={styles.logIn}
        data-testid="log-in-button"
        {...stateOf('form')}
      >
        Log in
      </Button>
      <Link
        to="/"
        search={{ form: 'signup' }}
        state={true}
        className={styles.switch}
        data-create-account
      >
        Create new account
      </Link>
      {isGuestMissing && (
        <>
          <p role="alert">There is no longer a guest account here.</p>
          <Button {...stateOf('restore')} onClick={() => start('restore')}>
            {isBusy && pressed === 'restore' ? 'Restoring…' : 'Restore the guest account'}
          </Button>
        </>
      )}
      <p role="status" className={styles.status}>
        {isBusy ? 'Logging in…' : isThrottled && 'Please wait…'}
      </p>
    </form>
  )
}

/** Returns whether a log-in would be ignored, and a function that reads it again after one has started. */
function useThrottled(): [isThrottled: boolean, changed: () => void] {
  const [left, setLeft] = useState(logIns.left)
  const update = () => setLeft(logIns.left())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `update` is the same in every render
  useEffect(() => {
    const timer = left && setTimeout(update, left)
    return () => clearTimeout(timer)
  }, [left])
  return [left > 0, update]
}
