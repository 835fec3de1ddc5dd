import { X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useObjectUrl } from '../../ui/use-object-url.ts'
import styles from './picture-preview.module.css'
import { ProgressBar } from './progress-bar.tsx'

type Props = {
  /** Not given while it is being made ready. */
  picture?: Blob
  /** What its owner may wonder about. */
  note?: string
  uploading?: boolean
  /** How much of it is uploaded, from 0 to 1, once that is known. */
  progress?: number
  onRemove?: () => void
}

/** The picture that goes with what is being written. Removing it while it uploads stops that. */
export function PicturePreview({ picture, note, uploading, progress, onRemove }: Props) {
  const src = useObjectUrl(picture)
  return (
    <div className={styles.preview}>
      <div className={styles.frame}>
        {src && <img className={styles.picture} src={src} alt="What you are about to share" />}
        {onRemove && (
          <IconButton label="Remove the picture" className={styles.remove} onClick={onRemove}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <p role="status" className={styles.note}>
        {picture ? note : 'Getting the picture ready…'}
      </p>
      {uploading && <ProgressBar label="Uploading the picture" share={progress} />}
    </div>
  )
}
