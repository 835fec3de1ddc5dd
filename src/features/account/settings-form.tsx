import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { User } from '../../contract/entities.ts'
import { guest } from '../../contract/guest.ts'
import { editProfile } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useInFlight } from '../../ui/use-in-flight.ts'
import { validationError } from './credentials.ts'
import { ProfilePhotos } from './profile-photos.tsx'
import styles from './settings-form.module.css'
import { usePhotoChoice } from './use-photo-choice.ts'

/** Twice what is shown at most, for dense screens; in px. */
const PHOTO_EDGE = 512
const COVER_EDGE = 1600

const PASSWORD_HINT =
  'Leave it empty to keep the one you have. A new one has 7 to 15 letters, digits and !@#$%^&*, with at least one digit and one of those symbols.'
const GUEST_HINT =
  'Everybody logs in as the guest with one click, so its user name and password cannot be changed.'

/** The Edit-Profile form (R9.1). An empty password means unchanged. The guest's credentials are fixed (R9.4). */
export function SettingsForm({ viewer }: { viewer: User }) {
  const isGuest = viewer.username === guest.username
  const [username, setUsername] = useState(viewer.username)
  const [password, setPassword] = useState('')
  const [bio, setBio] = useState(viewer.bio)
  const photo = usePhotoChoice(PHOTO_EDGE)
  const cover = usePhotoChoice(COVER_EDGE)
  const { mutateAsync: edit } = useMutation(editProfile)
  const [save, busy] = useInFlight(async () => {
    const profilePhoto = await photo.upload(viewer._id)
    const coverPhoto = await cover.upload(viewer._id)
    const credentials = isGuest ? {} : { username, password }
    await edit({ ...credentials, bio, profilePhoto, coverPhoto })
    setPassword('')
    photo.discard()
    cover.discard()
    toast('success', 'Profile updated')
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const problem = validationError({ username, ...(password && { password }) })
    if (problem) toast('error', problem)
    else save()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Edit-Profile">
      <ProfilePhotos viewer={viewer} photo={photo} cover={cover} />
      <TextField
        label="User-Name"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        disabled={isGuest}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={isGuest ? GUEST_HINT : PASSWORD_HINT}
        disabled={isGuest}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <span className={styles.label} aria-hidden="true">
          Bio
        </span>
        <TextArea
          label="Bio"
          rows={3}
          value={bio}
          onChange={(event) => setBio(event.target.value)}
        />
      </div>
      <Button type="submit" look="primary" busy={busy}>
        Update my Profile
      </Button>
    </form>
  )
}
