import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import cards from './card.module.css'
import styles from './picture-viewer.module.css'
import {
  doubleTapScale,
  FITTED,
  follow,
  inside,
  isBeside,
  isSwipeDown,
  type Point,
  type Size,
  swipeStep,
  type View,
  zoomTo,
} from './picture-zoom.ts'

const DOUBLE_TAP_MS = 350
/** A finger that moves less than this taps. */
const TAP_PX = 8
const ARROW_PX = 80
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: ARROW_PX, y: 0 },
  ArrowRight: { x: -ARROW_PX, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PX },
  ArrowDown: { x: 0, y: -ARROW_PX },
}
const CENTER: Point = { x: 0, y: 0 }
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

type Props = {
  images: readonly { src: string; alt: string }[]
  /** The index of the picture that is shown first. */
  start: number
  onClose: () => void
}

/**
 * Pictures on the full screen, one at a time. Back, Escape, a swipe down, a tap beside the picture and the button close it.
 * Pinch, double tap, wheel, + and - zoom; dragging and the arrow keys move. Of several, a swipe, the arrow keys, Home and
 * End show another one.
 */
export function PictureViewer({ images, start, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [index, setIndex] = useState(start)
  const last = images.length - 1
  const { view, zoom, setView, gestures } = useZoom(image, onClose, (by) => show(index + by))
  const isZoomed = view.scale > 1
  const { src, alt } = images[index] ?? { src: '', alt: '' }
  // While a fitted picture follows the finger, the next one comes after it.
  const side = isZoomed ? 0 : -Math.sign(view.x)
  const neighbor = side === 0 ? undefined : images[index + side]

  function show(next: number) {
    setView(FITTED)
    setIndex(Math.min(last, Math.max(0, next)))
  }

  useEffect(() => {
    // Loads its neighbors.
    for (const by of [1, -1]) {
      const neighbor = images[index + by]
      if (neighbor) new Image().src = neighbor.src
    }
  }, [images, index])

  function onKeyDown(event: KeyboardEvent) {
    const by = ARROWS[event.key]
    if (event.key === '+' || event.key === '=') zoom(view.scale * 1.5)
    else if (event.key === '-') zoom(view.scale / 1.5)
    else if (by && isZoomed) setView(follow(view, [CENTER], [by]))
    else if (last > 0 && event.key in STEPS) show(index + (STEPS[event.key] ?? 0))
    else return
    event.preventDefault()
  }

  return (
    <Modal
      ref={dialog}
      className={styles.viewer}
      aria-label="Picture"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.buttons}>
        <IconButton
          label={isZoomed ? 'Zoom out' : 'Zoom in'}
          className={styles.button}
          onClick={() => zoom(isZoomed ? 1 : doubleTapScale(sizeOf(image.current), screenSize()))}
        >
          {isZoomed ? (
            <ZoomOut size={22} aria-hidden="true" />
          ) : (
            <ZoomIn size={22} aria-hidden="true" />
          )}
        </IconButton>
        <IconButton label="Close" className={styles.button} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.stage} data-zoomed={isZoomed || undefined} {...gestures}>
        <img
          key={src}
          ref={image}
          className={styles.picture}
          src={src}
          alt={alt}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
        {neighbor && (
          <img
            className={`${styles.picture} ${styles.neighbor}`}
            src={neighbor.src}
            alt=""
            style={{ transform: `translate(calc(${view.x}px + ${side * 100}%), ${view.y}px)` }}
          />
        )}
      </div>
      <p aria-live="polite" className={cards.spoken}>
        {last > 0 && alt}
      </p>
      {last > 0 && (
        <div className={styles.steps}>
          <IconButton
            label="Previous picture"
            className={styles.button}
            aria-disabled={index === 0}
            onClick={() => show(index - 1)}
          >
            <ChevronLeft size={22} aria-hidden="true" />
          </IconButton>
          <span role="status" className={styles.counter}>
            {index + 1} / {images.length}
          </span>
          <IconButton
            label="Next picture"
            className={styles.button}
            aria-disabled={index === last}
            onClick={() => show(index + 1)}
          >
            <ChevronRight size={22} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </Modal>
  )
}

const screenSize = () => ({ width: window.innerWidth, height: window.innerHeight })

/** @param onSwipe called with 1 for the next picture and -1 for the one before */
function useZoom(
  image: RefObject<HTMLImageElement | null>,
  onLeave: () => void,
  onSwipe: (by: number) => void,
) {
  const [view, setView] = useState(FITTED)
  const fingers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  const lastTap = useRef(Number.NEGATIVE_INFINITY)
  const bounded = (changed: View) => inside(changed, sizeOf(image.current), screenSize())
  const place = (changed: View) => setView(bounded(changed))
  const zoom = (scale: number, at = CENTER) => place(zoomTo(view, scale, at))

  const gestures = {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (fingers.current.size === 0) moved.current = 0
      fingers.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return
      const from = [...fingers.current.values()]
      fingers.current.set(event.pointerId, pointOf(event))
      const to = [...fingers.current.values()]
      moved.current += Math.hypot(event.movementX, event.movementY)
      // A fitted picture follows the finger: it may be on its way out.
      setView((before) => {
        const after = follow(before, from, to)
        return after.scale === 1 ? after : bounded(after)
      })
    },
    onPointerUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId)
      if (fingers.current.size > 0) return
      if (moved.current < TAP_PX) {
        const picture = sizeOf(image.current)
        if (isBeside(pointOf(event), view, picture, screenSize())) onLeave()
        const isDouble = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
        lastTap.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
        if (isDouble)
          zoom(view.scale > 1 ? 1 : doubleTapScale(picture, screenSize()), pointOf(event))
      } else if (isSwipeDown(view, screenSize())) onLeave()
      else if (swipeStep(view, screenSize())) onSwipe(swipeStep(view, screenSize()))
      else place(view)
    },
    onPointerCancel(event: PointerEvent) {
      fingers.current.delete(event.pointerId)
      place(view)
    },
    onWheel(event: WheelEvent) {
      zoom(view.scale * (event.deltaY < 0 ? 1.2 : 1 / 1.2), pointOf(event))
    },
  }
  return { view, setView: place, zoom, gestures }
}

function sizeOf(image: HTMLImageElement | null): Size {
  return { width: image?.naturalWidth || 1, height: image?.naturalHeight || 1 }
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX - window.innerWidth / 2, y: clientY - window.innerHeight / 2 }
}
