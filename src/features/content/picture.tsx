import { useRouter } from '@tanstack/react-router'
import { type CSSProperties, useRef, useState } from 'react'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { learnRatio, ratioOf, widthOf } from '../../data/pictures/picture-ratio.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import styles from './picture.module.css'

const PictureViewer = lazyPart(async () => (await import('./picture-viewer.tsx')).PictureViewer)
const PictureMotion = lazyPart(async () => (await import('./picture-motion.tsx')).PictureMotion)

type Props = {
  src: string
  alt: string
  /** Shown in its own ratio, however tall or wide. */
  whole?: boolean
}

/**
 * A picture that is never cropped, or a notice if it cannot be loaded. Its space is reserved, so that the
 * layout shifts little or not at all. A tap opens it on the full screen.
 */
export function Picture({ src, alt, whole = false }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  if (state === 'failed') {
    return <p className={styles.missing}>This picture can't be shown right now.</p>
  }

  function open() {
    setOpen(true)
    // A new history entry, so that Back closes the picture and does not leave the screen.
    const viewing = { to: '.', search: true, hash: true, resetScroll: false } as const
    router.navigate({ ...viewing, state: (before) => ({ ...before, picture: src }) })
  }

  const width = widthOf(src)
  const shape = { '--ratio': ratioOf(src, whole), '--width': width && `${width}px` }
  return (
    <div className={styles.frame} style={shape as CSSProperties}>
      <img
        ref={image}
        className={styles.picture}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          learnRatio(src, naturalWidth, naturalHeight)
          setState('loaded')
        }}
        onError={() => setState('failed')}
      />
      <button
        type="button"
        className={styles.open}
        aria-label="View picture full screen"
        onClick={open}
      />
      {state === 'loaded' && mayMove(src) && <PictureMotion image={image} src={src} />}
      {isOpen && <PictureViewer src={src} alt={alt} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Whether a picture can be an animation. The bytes of other hosts cannot be read, so there the name decides. */
function mayMove(src: string): boolean {
  return src.includes(UPLOADS) || /\.gif($|[?#])/i.test(src)
}
