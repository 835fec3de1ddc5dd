import { ImagePlus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { newUuid } from '../../client/uuid.ts'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { shrinkPicture } from '../../data/pictures/shrink.ts'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RetryText } from '../../ui/error-boundary.tsx'
import { TextField } from '../../ui/field.tsx'
import { useFileDrop, useObjectUrl } from '../../ui/files.ts'
import { toast } from '../../ui/toast.ts'
import styles from './settings-form.module.css'

type Selection = ReturnType<typeof usePhotoSelection>

type Choice = { selected?: Shrunk & { key: string }; alt?: string }
export const NO_CHOICE: Choice = {}

/**
 * A new profile or cover photo, which is uploaded when the form is submitted.
 * @param maxEdge longest edge of the picture in px; a larger one is scaled down
 */
export function usePhotoSelection(maxEdge: number) {
  const [choice, setChoice] = useState(NO_CHOICE)
  /** A save that is repeated does not upload it again. */
  const uploaded = useRef({ key: '', url: '' })
  const { selected, alt } = choice

  return {
    choice,
    picture: selected?.blob,
    note: selected?.note,
    /** Its description as typed; `undefined` if it was not changed. */
    alt: alt ?? (selected && ''),
    setAlt(text: string) {
      setChoice((now) => ({ ...now, alt: text }))
    },
    async select(file: File | undefined) {
      if (!file) return
      try {
        const shrunk = await shrinkPicture(file, { edge: maxEdge, isStill: true })
        setChoice({ selected: { ...shrunk, key: newUuid() } })
      } catch (error) {
        toast('error', (error as Error).message)
      }
    },
    /** Forgets this choice, but not one that was made since it was rendered. */
    discard() {
      setChoice((now) => (now === choice ? NO_CHOICE : now))
    },
    /**
     * Uploads the selected picture, if any.
     * @returns the value to send for this photo; `undefined` if nothing has changed
     * @throws see `placePicture`
     */
    async upload(userId: string): Promise<{ chosen?: string; alt?: string } | undefined> {
      if (!selected) return alt === undefined ? undefined : { alt }
      const { key, blob } = selected
      if (uploaded.current.key !== key) {
        // The typo is part of the specified text (R11.4).
        const options = { userId, key, failed: "Can't uplaod image" }
        uploaded.current = { key, url: await placePicture(blob, options) }
      }
      return { chosen: uploaded.current.url, alt }
    },
  }
}

/** The fields for the cover photo and the profile photo. */
export function ProfilePhotos({
  viewer,
  photo,
  cover,
}: {
  viewer: ViewedUser
  photo: Selection
  cover: Selection
}) {
  return (
    <>
      <PhotoField
        label="Cover photo"
        descriptionLabel="Describe your cover (optional)"
        shape="wide"
        viewer={viewer}
        current={viewer.coverPhoto}
        selection={cover}
      />
      <PhotoField
        label="Profile Image"
        descriptionLabel="Describe your profile photo (optional)"
        shape="round"
        viewer={viewer}
        current={viewer.profilePhoto}
        selection={photo}
      />
    </>
  )
}

type PhotoFieldProps = {
  label: string
  descriptionLabel: string
  shape: 'round' | 'wide'
  viewer: ViewedUser
  current: ViewedUser['profilePhoto']
  selection: Selection
}

/** A picture input for a click, drop or paste, with a preview. */
function PhotoField(props: PhotoFieldProps) {
  const { label, descriptionLabel, shape, viewer, current, selection } = props
  const { picture, note, select, discard, alt, setAlt } = selection
  const id = useId()
  const src = useObjectUrl(picture) ?? shownPhoto(current)
  const waiting = useWaiting(current.chosen)
  const status: ReactNode = note ?? (waiting && <RetryText {...waiting} />)
  const { dragging, ...fileEvents } = useFileDrop(([file]) => select(file))
  return (
    <div
      className={styles.photo}
      data-shape={shape}
      data-dragging={dragging || undefined}
      {...fileEvents}
    >
      {shape === 'round' ? (
        <Avatar src={src} name={viewer.username} userId={viewer._id} size={96} />
      ) : (
        <img className={styles.wide} src={src} alt="" />
      )}
      <div className={styles.side}>
        <span className={styles.choice}>
          <input
            id={id}
            className={styles.input}
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              select(target.files?.[0])
              // Selecting the same file again must fire another change event.
              target.value = ''
            }}
          />
          <label htmlFor={id} className={`${buttonClass()} ${styles.button}`}>
            <ImagePlus size={20} aria-hidden="true" />
            {label}
          </label>
        </span>
        {picture && <Button onClick={discard}>Keep current photo</Button>}
        <div role="status" className={styles.note}>
          {status}
        </div>
      </div>
      {(picture || current.chosen) && (
        <div className={styles.description}>
          <TextField
            label={descriptionLabel}
            value={alt ?? current.alt ?? ''}
            onChange={({ target }) => setAlt(target.value)}
          />
        </div>
      )}
    </div>
  )
}
