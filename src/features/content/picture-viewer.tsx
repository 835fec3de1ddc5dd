import { useRouter } from '@tanstack/react-router'
import { X, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { IconButton } from '../../ui/button.tsx'
import styles from './picture-viewer.module.css'
import {
  DOUBLE_TAP_SCALE,
  FITTED,
  follow,
  inside,
  isBeside,
  isSwipeDown,
  type Point,
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

type Props = { src: string; alt: string; onClose: () => void }

/**
 * A picture on the full screen, over an entry of the history: Back closes it. So do Escape, a swipe down,
 * a tap beside the picture and the button, which go back. Pinch, double tap, wheel, + and - zoom; dragging and the arrow keys move.
 */
export function PictureViewer({ src, alt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { history } = useRouter()
  const isLeaving = useRef(false)
  // A second tap must not go back further.
  function leave() {
    if (!isLeaving.current) history.back()
    isLeaving.current = true
  }
  const { view, zoom, setView, gestures } = useZoom(leave)
  const isZoomed = view.scale > 1

  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      dialog.current?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  useEffect(() => {
    addEventListener('popstate', onClose)
    return () => removeEventListener('popstate', onClose)
  }, [onClose])

  function onKeyDown(event: KeyboardEvent) {
    const by = ARROWS[event.key]
    if (event.key === '+' || event.key === '=') zoom(view.scale * 1.5)
    else if (event.key === '-') zoom(view.scale / 1.5)
    else if (by && isZoomed) setView(follow(view, [CENTER], [by]))
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Picture"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      <div className={styles.buttons}>
        <IconButton
          label={isZoomed ? 'Zoom out' : 'Zoom in'}
          className={styles.button}
          onClick={() => zoom(isZoomed ? 1 : DOUBLE_TAP_SCALE)}
        >
          {isZoomed ? (
            <ZoomOut size={22} aria-hidden="true" />
          ) : (
            <ZoomIn size={22} aria-hidden="true" />
          )}
        </IconButton>
        <IconButton label="Close" className={styles.button} onClick={leave}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.stage} data-zoomed={isZoomed || undefined} {...gestures}>
        <img
          className={styles.picture}
          src={src}
          alt={alt}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
    </dialog>
  )
}

const screenSize = () => ({ width: window.innerWidth, height: window.innerHeight })

function useZoom(onLeave: () => void) {
  const [view, setView] = useState(FITTED)
  const fingers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  const lastTap = useRef(Number.NEGATIVE_INFINITY)
  const place = (changed: typeof view) => setView(inside(changed, screenSize()))
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
        return after.scale === 1 ? after : inside(after, screenSize())
      })
    },
    onPointerUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId)
      if (fingers.current.size > 0) return
      if (moved.current < TAP_PX) {
        const { naturalWidth: width, naturalHeight: height } = imageIn(event.currentTarget)
        if (isBeside(pointOf(event), view, { width, height }, screenSize())) onLeave()
        const isDouble = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
        lastTap.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
        if (isDouble) zoom(view.scale > 1 ? 1 : DOUBLE_TAP_SCALE, pointOf(event))
      } else if (isSwipeDown(view, screenSize())) onLeave()
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

function imageIn(stage: Element): HTMLImageElement {
  return stage.firstElementChild as HTMLImageElement
}

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX - window.innerWidth / 2, y: clientY - window.innerHeight / 2 }
}
