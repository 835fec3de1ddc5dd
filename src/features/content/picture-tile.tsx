import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/files.ts'
import styles from './picture-previews.module.css'
import type { TileControl } from './use-tile-focus.ts'

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
  onRemove?: () => void
}

type Props = Omit<Preview, 'note'> & {
  /** Its number after a space, if there are several. */
  number: string
  /** Whether the field of its description is open. */
  isDescribed?: boolean
  /** Not set if it can neither be described nor moved. */
  onDescribe?: () => void
  onEarlier?: () => void
  onLater?: () => void
}

/** One picture of a composer, with its progress and, in the corners, its buttons. */
export function PictureTile({ picture, number, alt, ...others }: Props) {
  const { uploading, progress, isDescribed, onDescribe, onEarlier, onLater, onRemove } = others
  const isPosted = typeof picture === 'string'
  const ownUrl = useObjectUrl(isPosted ? undefined : picture)
  const src = isPosted ? picture : ownUrl
  return (
    <div className={styles.tile} data-described={isDescribed || undefined}>
      {src && (
        <img className={styles.picture} src={src} alt={`Preview${number}`} draggable={false} />
      )}
      {number && onDescribe && (
        <>
          <Corner control="describe">
            <button
              type="button"
              className={styles.describe}
              aria-label={`${alt ? 'Edit' : 'Add'} description of picture${number}`}
              aria-expanded={isDescribed}
              onClick={onDescribe}
            >
              <span data-done={Boolean(alt) || undefined}>ALT</span>
            </button>
          </Corner>
          <Corner control="earlier">
            <IconButton
              label={`Move picture${number} earlier`}
              disabled={!onEarlier}
              onClick={onEarlier}
            >
              <ArrowLeft size={18} aria-hidden="true" />
            </IconButton>
          </Corner>
          <Corner control="later">
            <IconButton label={`Move picture${number} later`} disabled={!onLater} onClick={onLater}>
              <ArrowRight size={18} aria-hidden="true" />
            </IconButton>
          </Corner>
        </>
      )}
      {onRemove && (
        <Corner control="remove">
          <IconButton label={`Remove picture${number}`} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </Corner>
      )}
      {!picture && <ProgressBar label={`Preparing picture${number}`} />}
      {uploading && <ProgressBar label={`Uploading picture${number}`} progress={progress} />}
    </div>
  )
}

/** A button in a corner of a tile. Its circle is smaller than its target, so that the picture is seen. */
function Corner({ control, children }: { control: TileControl; children: ReactNode }) {
  return (
    <span className={styles.corner} data-control={control}>
      {children}
    </span>
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
