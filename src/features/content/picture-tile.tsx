import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'
import { IconButton } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/files.ts'
import styles from './picture-previews.module.css'

export type Preview = {
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
  /** Puts another picture in its place, under an id of its own. */
  onReplace?: (newId: string, pixels: Shrunk) => Promise<void>
  onRemove?: () => void
}

/** The picture whose editor is open, and the part of it that gets the focus. */
export type EditedPicture = { id: string; part?: 'description' }

type Props = Pick<Preview, 'picture' | 'uploading' | 'progress' | 'alt' | 'onRemove'> & {
  /** Its number after a space, if there are several. */
  number: string
  /** Opens its editor. Not set if it cannot be edited. */
  onEdit?: (part?: 'description') => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** One picture of a composer, with its progress. A press opens its editor; in its corners are two buttons. */
export function PictureTile({ picture, number, alt, onEdit, onKeyDown, onRemove, ...more }: Props) {
  const { uploading, progress } = more
  const isPosted = typeof picture === 'string'
  const ownUrl = useObjectUrl(isPosted ? undefined : picture)
  const src = isPosted ? picture : ownUrl
  return (
    <div className={styles.tile}>
      {src && (
        <img className={styles.picture} src={src} alt={`Preview${number}`} draggable={false} />
      )}
      {onEdit && (
        <>
          <button
            type="button"
            className={styles.edit}
            data-control="edit"
            aria-label={`Edit picture${number}`}
            aria-keyshortcuts={onKeyDown && 'ArrowLeft ArrowRight'}
            onClick={() => onEdit()}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className={styles.describe}
            data-control="describe"
            aria-label={`${alt ? 'Edit' : 'Add'} description of picture${number}`}
            onClick={() => onEdit('description')}
          >
            <span>{alt ? '✓' : '+'} ALT</span>
          </button>
        </>
      )}
      {onRemove && (
        <IconButton
          label={`Remove picture${number}`}
          className={styles.remove}
          data-control="remove"
          onClick={onRemove}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      {!picture && <ProgressBar label={`Preparing picture${number}`} />}
      {uploading && <ProgressBar label={`Uploading picture${number}`} progress={progress} />}
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
