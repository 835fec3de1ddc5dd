import { Button } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/use-object-url.ts'
import styles from './share-prompt.module.css'

type Props = {
  text: string
  images: File[]
  /** A post is on its way: its draft takes nothing. */
  busy: boolean
  onAdd: () => void
  onDiscard: () => void
}

/** Asks whether a share goes into the post that is being written. */
export function SharePrompt({ text, images, busy, onAdd, onDiscard }: Props) {
  const src = useObjectUrl(images[0])
  return (
    <section className={styles.prompt} aria-label="Shared with Gearheads">
      <p role="alert" className={styles.question}>
        Add what was shared to your post?
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {src && <img className={styles.picture} src={src} alt="What was shared" />}
      <div className={styles.actions}>
        <Button look="primary" aria-disabled={busy} onClick={() => !busy && onAdd()}>
          Add
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </section>
  )
}
