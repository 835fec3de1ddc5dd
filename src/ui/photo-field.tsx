import { ImagePlus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button, buttonClass } from './button.tsx'
import styles from './photo-field.module.css'
import { useFileDrop } from './use-file-drop.ts'
import { useObjectUrl } from './use-object-url.ts'

type Props = {
  label: string
  shape: 'round' | 'wide'
  /** What is shown until something else is chosen. */
  current: string
  chosen?: Blob
  note?: ReactNode
  onChoose: (file: File | undefined) => void
  /** Back to the current one. */
  onDiscard: () => void
}

/** One picture: chosen, dropped or pasted, with a preview of what the choice will look like. */
export function PhotoField(props: Props) {
  const { label, shape, current, chosen, note, onChoose, onDiscard } = props
  const id = useId()
  const src = useObjectUrl(chosen) ?? current
  const { dragging, ...fileEvents } = useFileDrop(([file]) => onChoose(file))
  return (
    <div className={styles.field} data-dragging={dragging || undefined} {...fileEvents}>
      <img className={styles[shape]} src={src} alt="" />
      <div className={styles.side}>
        <span className={styles.choice}>
          <input
            id={id}
            className={styles.input}
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              onChoose(target.files?.[0])
              target.value = ''
            }}
          />
          <label htmlFor={id} className={`${buttonClass()} ${styles.button}`}>
            <ImagePlus size={20} aria-hidden="true" />
            {label}
          </label>
        </span>
        {chosen && <Button onClick={onDiscard}>Keep the old one</Button>}
        <div role="status" className={styles.note}>
          {note}
        </div>
      </div>
    </div>
  )
}
