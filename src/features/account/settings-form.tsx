import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { token } from '../../client/session.ts'
import { guest } from '../../contract/guest.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { usesOneTimePassword } from '../../data/auth.ts'
import { doneText, useDoneText } from '../../data/done-text.ts'
import { setFormChanged } from '../../data/unsent.ts'
import { editProfile } from '../../data/users.ts'
import { hasControls, isClub } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { PasswordField, TextArea, TextField } from '../../ui/field.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { PASSWORD_RULE } from './credentials.ts'
import { CredentialsFields } from './credentials-fields.tsx'
import { NO_CHOICE, ProfilePhotos, usePhotoSelection } from './profile-photos.tsx'
import styles from './settings-form.module.css'
import { useValidation } from './use-validation.ts'

/** Longest edges of the pictures in px: twice their largest size on screen, for high-density displays. */
const PHOTO_EDGE = 512
const COVER_EDGE = 1600

const PASSWORD_HINT = `Leave it empty to keep the one you have. A new one has ${PASSWORD_RULE}`
const GUEST_HINT = "The guest account is shared, so its username and password can't be changed."

type Edits = { username?: string; firstName?: string; bio?: string }

/** The edits of a save that was refused after its form was left: the form of the same user has them when it is opened again. */
let refused: { userId?: string; edits: Edits } = { edits: {} }

/**
 * The Edit-Profile form (R9.1). An empty password is not changed, the guest's credentials cannot be (R9.4). It holds and
 * sends what was edited: the other fields may change on another device meanwhile.
 */
export function SettingsForm({ viewer }: { viewer: ViewedUser }) {
  const isGuest = viewer.username === guest.username
  const [edits, setEdits] = useState(refused.userId === viewer._id ? refused.edits : {})
  const isLeft = useRef(false)
  useEffect(() => {
    refused = { edits: {} }
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const [password, setPassword] = useState('')
  const [currentPassword, setCurrentPassword] = useState('')
  const isOneTime = usesOneTimePassword()
  const { username = viewer.username, firstName = viewer.firstName, bio = viewer.bio } = edits
  const credentials = { username, password }
  // A club demands it (R9.13). Where there are controls, any data can be replaced.
  const current = password && isClub && !hasControls ? { currentPassword } : undefined
  const photo = usePhotoSelection(PHOTO_EDGE)
  const cover = usePhotoSelection(COVER_EDGE)
  const { mutateAsync: edit } = useMutation(editProfile)
  /** Shown below the button until the next change. */
  const [saved, setSaved] = useDoneText()
  const shown = { username, firstName, bio, password, photo: photo.choice, cover: cover.choice }
  /** The stored values once the save in progress has succeeded. */
  const [sent, setSent] = useState<typeof shown>()
  const [save, busy] = useInFlight(async () => {
    setSaved('')
    setSent(shown)
    await send().finally(() => setSent(undefined))
  })
  async function send() {
    const profilePhoto = await photo.upload(viewer._id)
    const coverPhoto = await cover.upload(viewer._id)
    const { firstName: name } = edits
    const userData = { ...edits, name, ...(password && { password }), profilePhoto, coverPhoto }
    await edit({ userData, ...current }).catch((error) => {
      showRefusal(error)
      if (isLeft.current) refused = { userId: viewer._id, edits }
      throw error
    })
    // What was entered meanwhile stays.
    setEdits((now) => without(now, edits))
    setPassword((now) => (now === password ? '' : now))
    setCurrentPassword((now) => (now === currentPassword ? '' : now))
    photo.discard()
    cover.discard()
    setSaved(doneText('Profile updated'))
  }
  const isRenamed = edits.firstName !== undefined
  const fields = {
    ...{ username, ...(isRenamed && { name: firstName }) },
    ...(password && { password, ...current }),
  }
  const { form, errors, showRefusal } = useValidation(fields, save)
  const stored = sent ?? { ...viewer, password: '', photo: NO_CHOICE, cover: NO_CHOICE }
  const fieldNames = Object.keys(shown) as (keyof typeof shown)[]
  const isChanged = fieldNames.some((name) => shown[name] !== stored[name])
  /** The text of a field; `undefined` when it is the stored one. */
  const edited = (text: string, before: string) => (sent || text !== before ? text : undefined)

  return (
    <form {...form} className={styles.form} aria-label="Edit-Profile">
      <ProfilePhotos viewer={viewer} photo={photo} cover={cover} />
      <CredentialsFields
        value={credentials}
        onChange={(change) => {
          const changed = change(credentials)
          setPassword(changed.password)
          setEdits((before) => ({ ...before, username: edited(changed.username, viewer.username) }))
        }}
        errors={errors}
        optionalPassword
        usernameLabel="User-Name"
        passwordHint={isGuest ? GUEST_HINT : PASSWORD_HINT}
        passwordAutoComplete="new-password"
        disabled={isGuest}
      >
        <TextField
          label="Name"
          hint="Shown above your posts."
          required
          name="name"
          autoComplete="name"
          error={errors.name}
          value={firstName}
          onChange={({ target: { value } }) =>
            setEdits((before) => ({ ...before, firstName: edited(value, viewer.firstName) }))
          }
        />
      </CredentialsFields>
      {(current || isOneTime) && (
        <PasswordField
          label={isOneTime ? 'Current password (the one-time password)' : 'Current password'}
          hint="Needed to set a new one."
          required={current !== undefined}
          name="current-password"
          autoComplete="current-password"
          error={errors.currentPassword}
          value={currentPassword}
          onChange={({ target }) => setCurrentPassword(target.value)}
        />
      )}
      <TextArea
        label="Bio"
        rows={3}
        value={bio}
        onChange={({ target: { value } }) =>
          setEdits((before) => ({ ...before, bio: edited(value, viewer.bio) }))
        }
      />
      <Button type="submit" variant="primary" busy={busy}>
        Update my Profile
      </Button>
      <p role="status" className={styles.saved}>
        {!isChanged && saved}
      </p>
      <UnsavedChanges isChanged={isChanged} busy={busy} />
    </form>
  )
}

function without(edits: Edits, sent: Edits): Edits {
  const entries = Object.entries(edits) as [keyof Edits, string][]
  return Object.fromEntries(entries.filter(([field, text]) => text !== sent[field]))
}

/** Asks before a navigation, a reload or a logout discards changes. A save that is on its way goes on after a navigation. */
function UnsavedChanges({ isChanged, busy }: { isChanged: boolean; busy: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    // A logout has removed the token.
    enableBeforeUnload: () => (isChanged || busy) && Boolean(token.read()),
    withResolver: true,
  })
  useEffect(() => {
    setFormChanged(isChanged || busy)
    return () => setFormChanged(false)
  }, [isChanged, busy])
  useEffect(() => {
    if (!isChanged) proceed?.()
  }, [isChanged, proceed])
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Discard changes?"
      text="You haven't saved your changes to your profile."
      action="Discard changes"
      cancel="Keep editing"
      onConfirm={proceed}
      onClose={reset}
    />
  )
}
