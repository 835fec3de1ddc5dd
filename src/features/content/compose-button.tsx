import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHeld } from '../../ui/pressed.ts'
import queued from '../../ui/queued-button.module.css'
import styles from './lists.module.css'

/** Opens the composer of the home screen from deep in the feed: it shows while the composer is out of view. */
export function ComposeButton() {
  const [isFar, setFar] = useState(false)
  const isShown = useHeld(isFar)
  useEffect(() => {
    const composer = document.querySelector('main form')
    if (!composer) return
    const observer = new IntersectionObserver(([entry]) => setFar(!entry?.isIntersecting))
    observer.observe(composer)
    return () => observer.disconnect()
  }, [])

  function compose() {
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('main form textarea')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.compose}>
      {isShown && (
        <button
          type="button"
          className={queued.pill}
          aria-label="Write a post"
          title="Write a post"
          onClick={compose}
        >
          <PenLine size={24} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
