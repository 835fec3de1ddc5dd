import { Button } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/files.ts'
import styles from './share-prompt.module.css'

type Props = {
  text: string
  images: File[]
  bundles?: File[]
  onAdd: () => void
  onDiscard: () => void
}

/** Asks whether to add a share to the draft. */
export function SharePrompt({ text, images, bundles, onAdd, onDiscard }: Props) {
  const src = useObjectUrl(images[0])
  return (
    <section className={styles.prompt} aria-label="Shared with Gearheads">
      <p role="alert" className={styles.question}>
        {bundles ? 'Take the posts of a phone nearby?' : 'Add this to your post?'}
      </p>
      {text && <p className={styles.shared}>{text}</p>}
      {src && <img className={styles.sharedPicture} src={src} alt="What was shared" />}
      {images.length > 1 && <p className={styles.note}>{images.length} pictures</p>}
      <div className={styles.buttons}>
        <Button variant="primary" onClick={onAdd}>
          {bundles ? 'Take' : 'Add'}
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </section>
  )
}
