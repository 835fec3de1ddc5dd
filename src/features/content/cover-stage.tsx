import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { contextOf, newPageCanvas } from '../../data/pictures/canvas.ts'
import type { Box } from '../../data/pictures/cover.ts'
import { boxBetween, describeBox, moveBox, type Place, resizeBox } from './box-geometry.ts'
import cards from './card.module.css'
import styles from './picture-editor.module.css'

/** A box with a number that tells it from the others. */
export type DrawnBox = Box & { id: number }

let lastId = 0

export function newBox(box: Box): DrawnBox {
  lastId += 1
  return { ...box, id: lastId }
}

type Props = {
  bitmap: ImageBitmap
  label: string
  boxes: readonly DrawnBox[]
  /** The color of each box. Black, if not set. */
  colors?: readonly (readonly number[])[]
  selected?: number
  /** Not set while nothing can be changed. */
  onBoxes?: (boxes: readonly DrawnBox[]) => void
  onSelect: (id: number) => void
  onRemove: (index: number) => void
}

type Gesture = {
  kind: 'draw' | 'move' | 'resize'
  pointerId: number
  start: Place
  /** Whether it has moved: else it is a tap. */
  isDrag: boolean
  before: readonly DrawnBox[]
  box: DrawnBox
}

/** A pointer that moves less than this taps. */
const TAP_PX = 6
/** By how much of the picture a key moves or resizes a box. */
const STEP = 0.01
const ARROWS: Record<string, Place> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/**
 * A picture on which boxes are drawn, moved and resized, by a pointer or by keys. Two taps draw a box without dragging
 * (WCAG 2.5.7): of its opposite corners.
 */
export function CoverStage(props: Props) {
  const { bitmap, label, boxes, colors, selected, onBoxes, onSelect, onRemove } = props
  const hintId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const gesture = useRef<Gesture>(undefined)
  const [corner, setCorner] = useState<Place>()
  const [spoken, setSpoken] = useState('')
  const ratio = bitmap.width / bitmap.height

  useEffect(() => {
    if (!canvas.current) return
    Object.assign(canvas.current, { width: bitmap.width, height: bitmap.height })
    contextOf(canvas.current).drawImage(bitmap, 0, 0)
  }, [bitmap])

  // A box that is added, or the one after a box that was removed.
  useEffect(() => {
    const box = stage.current?.querySelector<HTMLElement>(`[data-box="${selected}"]`)
    if (box && !box.contains(document.activeElement)) box.focus({ preventScroll: true })
  }, [selected])

  function placeOf({ clientX, clientY }: PointerEvent): Place {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }

  function begin(event: PointerEvent) {
    // A second finger is no other box.
    if (!onBoxes || !event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const target = event.target as Element
    const id = Number(target.closest<HTMLElement>('[data-box]')?.dataset.box)
    const found = boxes.find((one) => one.id === id)
    const start = placeOf(event)
    gesture.current = {
      kind: !found ? 'draw' : target.matches('[data-handle]') ? 'resize' : 'move',
      pointerId: event.pointerId,
      start,
      isDrag: false,
      before: boxes,
      box: found ?? newBox(boxBetween(start, start)),
    }
    if (found) onSelect(found.id)
  }

  function draw(event: PointerEvent) {
    const drawn = gesture.current
    if (!drawn || drawn.pointerId !== event.pointerId) return
    const { kind, start, before, box } = drawn
    const to = placeOf(event)
    const by = { x: to.x - start.x, y: to.y - start.y }
    const { width, height } = event.currentTarget.getBoundingClientRect()
    if (!drawn.isDrag && Math.hypot(by.x * width, by.y * height) < TAP_PX) return
    drawn.isDrag = true
    setCorner(undefined)
    if (kind === 'draw') return onBoxes?.([...before, { ...box, ...boxBetween(start, to) }])
    const changed = (kind === 'move' ? moveBox : resizeBox)(box, by)
    onBoxes?.(before.map((one) => (one.id === box.id ? { ...one, ...changed } : one)))
  }

  function end(event: PointerEvent) {
    const drawn = gesture.current
    if (!drawn || drawn.pointerId !== event.pointerId) return
    gesture.current = undefined
    const { kind, isDrag, before, box, start } = drawn
    if (kind !== 'draw') return setSpoken('')
    if (!isDrag && !corner) {
      setCorner(start)
      setSpoken('Now tap the opposite corner')
      return
    }
    if (!isDrag && corner) onBoxes?.([...before, { ...box, ...boxBetween(corner, start) }])
    setCorner(undefined)
    setSpoken('')
    onSelect(box.id)
  }

  /** The browser or the system took the pointer. */
  function cancel() {
    if (gesture.current) onBoxes?.(gesture.current.before)
    gesture.current = undefined
  }

  function onKeyDown(event: KeyboardEvent, box: DrawnBox, index: number) {
    const by = ARROWS[event.key]
    if (!onBoxes || event.ctrlKey || event.metaKey || event.altKey) return
    if (by) {
      const changed = (event.shiftKey ? resizeBox : moveBox)(box, by)
      onBoxes(boxes.with(index, changed as DrawnBox))
      setSpoken(describeBox(changed))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      onRemove(index)
      setSpoken(`Box ${index + 1} removed`)
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.frame}>
      <div
        ref={stage}
        className={styles.stage}
        style={{ '--ratio': ratio } as CSSProperties}
        data-long={ratio < 0.4 || undefined}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={cancel}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
        {boxes.map((box, index) => (
          <div
            key={box.id}
            // Its keys, not those of a screen reader.
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
            tabIndex={0}
            className={styles.box}
            data-box={box.id}
            data-selected={box.id === selected || undefined}
            aria-roledescription="box"
            aria-label={`Box ${index + 1}: ${describeBox(box)}`}
            aria-describedby={hintId}
            style={{
              left: `${box.x * 100}%`,
              top: `${box.y * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
              backgroundColor: `rgb(${colors?.[index] ?? [0, 0, 0]})`,
            }}
            onFocus={() => onSelect(box.id)}
            onKeyDown={(event) => onKeyDown(event, box, index)}
          >
            {box.id === selected && <span className={styles.handle} data-handle />}
          </div>
        ))}
        {corner && (
          <span
            className={styles.corner}
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
          />
        )}
      </div>
      <p id={hintId} hidden>
        The arrow keys move it, Shift with an arrow key resizes it, Delete removes it.
      </p>
      <p role="status" className={cards.spoken}>
        {spoken}
      </p>
    </div>
  )
}

/** For the colors around boxes, which need no more pixels than the screen shows. */
export function pixelsOf(bitmap: ImageBitmap): ImageData {
  const scale = Math.min(1, 800 / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.ceil(side * scale)) as [
    number,
    number,
  ]
  const context = contextOf(newPageCanvas(width, height))
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
