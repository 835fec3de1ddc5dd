import { ImagePlus, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { useObjectUrl } from '../../ui/files.ts'
import styles from './composer.module.css'

type PickerProps = { onPick: (files: File[]) => void; disabled?: boolean }

/** A button that selects pictures. */
export function PicturePicker({ onPick, disabled }: PickerProps) {
  return (
    <FilePicker
      accept="image/*"
      testId="picture-input"
      onFiles={onPick}
      button={(open) => (
        <IconButton label="Add a picture" disabled={disabled} onClick={open}>
          <ImagePlus size={22} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}

type PreviewProps = {
  /** Not set while the picture is being prepared. */
  picture?: Blob
  note?: string
  uploading?: boolean
  /** The uploaded share from 0 to 1, once it is known. */
  progress?: number
  alt?: string
  /** Not set while the description cannot be changed. */
  onAlt?: (alt: string) => void
  onRemove?: () => void
}

/** The picture of a post or comment that is being written. Removing it cancels its upload. */
export function PicturePreview({ picture, alt = '', onAlt, onRemove, ...status }: PreviewProps) {
  const { note, uploading, progress } = status
  const src = useObjectUrl(picture)
  return (
    <div className={styles.preview}>
      <div className={styles.frame} data-preparing={!picture || undefined}>
        {src && <img className={styles.picture} src={src} alt="Preview" />}
        {onRemove && (
          <IconButton label="Remove picture" className={styles.remove} onClick={onRemove}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {picture && (
        <TextField
          label="Picture description (optional)"
          hint="For people who can't see it."
          value={alt}
          readOnly={!onAlt}
          onChange={({ target }) => onAlt?.(target.value)}
        />
      )}
      <p role="status" className={styles.note}>
        {picture ? (note ?? 'Picture added') : 'Preparing picture…'}
      </p>
      {uploading && <ProgressBar label="Uploading picture" progress={progress} />}
    </div>
  )
}

function ProgressBar({ label, progress }: { label: string; progress?: number }) {
  const percent = progress === undefined ? undefined : Math.round(progress * 100)
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? styles.running : styles.done}
        style={{ width: percent === undefined ? undefined : `${percent}%` }}
      />
    </div>
  )
}
