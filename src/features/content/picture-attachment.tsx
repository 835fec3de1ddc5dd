import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react'
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
      multiple
      onFiles={onPick}
      button={(open) => (
        <IconButton label="Add a picture" disabled={disabled} onClick={open}>
          <ImagePlus size={22} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}

type Preview = {
  id: string
  /** Its pixels, or its address if it is posted already. Not set while it is being prepared. */
  picture?: Blob | string
  note?: string
  uploading?: boolean
  /** The uploaded share from 0 to 1, once it is known. */
  progress?: number
  alt?: string
  /** Not set while the description cannot be changed. */
  onAlt?: (alt: string) => void
  onRemove?: () => void
}

type PreviewsProps = {
  previews: readonly Preview[]
  /** Moves a picture by so many places. Not set while they can't be moved. */
  onMove?: (id: string, by: number) => void
}

/** The pictures of a post or comment that is being written. Removing one cancels its upload. */
export function PicturePreviews({ previews, onMove }: PreviewsProps) {
  const [first] = previews
  if (!first) return null
  const count = previews.length
  return (
    <>
      <ol className={styles.previews} data-several={count > 1 || undefined}>
        {previews.map((preview, index) => (
          <li
            key={preview.id}
            className={styles.preview}
            aria-label={`Picture ${index + 1} of ${count}`}
          >
            <PicturePreview
              {...preview}
              name={count > 1 ? ` ${index + 1}` : ''}
              onEarlier={onMove && index > 0 ? () => onMove(preview.id, -1) : undefined}
              onLater={onMove && index < count - 1 ? () => onMove(preview.id, 1) : undefined}
            />
          </li>
        ))}
      </ol>
      <p role="status" className={styles.note}>
        {statusOf(previews)}
      </p>
    </>
  )
}

function statusOf(previews: readonly Preview[]): string {
  const [first] = previews
  const missing = previews.filter(({ picture }) => !picture).length
  if (previews.length === 1)
    return missing ? 'Preparing picture…' : (first?.note ?? 'Picture added')
  return missing
    ? `Preparing pictures: ${previews.length - missing} of ${previews.length} ready…`
    : `${previews.length} pictures added`
}

type PreviewProps = Preview & {
  /** Its number, if there are several. */
  name: string
  onEarlier?: () => void
  onLater?: () => void
}

function PicturePreview({ picture, name, alt = '', onAlt, onRemove, ...others }: PreviewProps) {
  const { note, uploading, progress, onEarlier, onLater } = others
  const isPosted = typeof picture === 'string'
  const ownUrl = useObjectUrl(isPosted ? undefined : picture)
  const src = isPosted ? picture : ownUrl
  return (
    <>
      <div className={styles.frame} data-preparing={!picture || undefined}>
        {src && <img className={styles.picture} src={src} alt={`Preview${name}`} />}
        {onRemove && (
          <IconButton label={`Remove picture${name}`} className={styles.remove} onClick={onRemove}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        )}
        {name && (
          <span className={styles.moves}>
            <IconButton
              label={`Move picture${name} forward`}
              disabled={!onEarlier}
              onClick={onEarlier}
            >
              <ArrowLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={`Move picture${name} back`} disabled={!onLater} onClick={onLater}>
              <ArrowRight size={20} aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </div>
      {picture && (
        <TextField
          label={`Picture${name} description (optional)`}
          hint={name ? undefined : "For people who can't see it."}
          value={alt}
          readOnly={!onAlt}
          onChange={({ target }) => onAlt?.(target.value)}
        />
      )}
      {name && note && <p className={styles.note}>{note}</p>}
      {uploading && <ProgressBar label="Uploading picture" progress={progress} />}
    </>
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
