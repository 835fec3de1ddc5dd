import {
  type CSSProperties,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ANIMATED, UPLOADS } from '../../contract/uploads-path.ts'
import { learnRatio, spaceOf, widthOf } from '../../data/pictures/picture-ratio.ts'
import { onPictureRetry, retryPictures } from '../../data/pictures/retry-pictures.ts'
import { followingPictures } from '../../pwa/club.ts'
import { RetryText } from '../../ui/error-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import styles from './picture.module.css'

export const PictureMotion = lazyPart(
  async () => (await import('./picture-motion.tsx')).PictureMotion,
)

/** The least width of a frame, in px, which has space for its buttons (picture.module.css). */
const LEAST_WIDTH = 160

type Props = {
  src: string
  alt: string
  /** Shown in its own ratio, unless it is very tall or wide. */
  whole?: boolean
  /** Fills a tile of a grid. */
  tile?: boolean
  /** How many more there are after it. */
  more?: number
  /** The name of the button that opens it. */
  label: string
  onOpen: () => void
}

/**
 * A picture, or a notice if it cannot be loaded. It is tried again when the network is back; a tap tries all (R10.16). A tall or wide one is cropped (R10.12). Its space is
 * reserved, so that the layout shifts little or not at all.
 */
export function Picture({ src, alt, whole = false, tile, more = 0, label, onOpen }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const { state, follows, events } = useLoading(src)
  if (state === 'failed') {
    return (
      <div className={styles.missing} data-tile={tile || undefined}>
        <RetryText
          text={
            follows
              ? 'The picture follows.'
              : tile
                ? "Can't be shown."
                : "This picture can't be shown right now."
          }
          onRetry={retryPictures}
        />
        {more > 0 && <p>+{more}</p>}
      </div>
    )
  }

  const width = widthOf(src)
  const { ratio, cropped } = spaceOf(src, whole)
  const shape = { '--ratio': ratio, '--width': width && `${width}px` }
  return (
    <div
      className={styles.frame}
      style={shape as CSSProperties}
      data-cropped={cropped || undefined}
      data-tile={tile || undefined}
    >
      <img
        ref={image}
        className={styles.picture}
        // Smaller than the least frame, it is not enlarged to fill it.
        style={!tile && width && width < LEAST_WIDTH ? { objectFit: 'scale-down' } : undefined}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        {...events}
      />
      <button
        type="button"
        className={styles.open}
        aria-label={more ? `${label}, and ${more} more` : label}
        onClick={onOpen}
      >
        {more > 0 && <span className={styles.more}>+{more}</span>}
      </button>
      {state === 'loaded' && mayMove(src) && <PictureMotion image={image} src={src} />}
    </div>
  )
}

/** Whether a picture is loaded. One that failed is tried again by itself when the network is back (R10.16). */
export function useLoading(src: string) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const wasFollowing = useRef(false)

  const follows = useSyncExternalStore(followingPictures.subscribe, () =>
    followingPictures.get().has(src.slice(src.lastIndexOf('/') + 1)),
  )
  useEffect(() => {
    if (state !== 'failed') return
    if (wasFollowing.current && !follows) setState('loading')
    wasFollowing.current = follows
    return onPictureRetry(() => setState('loading'))
  }, [state, follows])

  const events = {
    onLoad({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) {
      learnRatio(src, naturalWidth, naturalHeight)
      setState('loaded')
    },
    onError: () => setState('failed'),
  }
  return { state, follows, events }
}

/** Whether a picture can be an animation. The bytes of other hosts cannot be read, so there the address decides. */
export function mayMove(src: string): boolean {
  return src.includes(UPLOADS) || src.endsWith(ANIMATED) || /\.gif($|[?#])/i.test(src)
}
