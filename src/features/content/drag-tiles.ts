/** How long a finger stays on a tile before it drags it, in ms. A finger that moves earlier scrolls. */
const HOLD_MS = 300
/** A pointer that moves less than this has not moved. */
const STILL_PX = 6

type Drag = {
  tile: HTMLElement
  from: number
  pointerId: number
  x: number
  y: number
  isHeld: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * The tiles of a list can be dragged to the place of another one, by the mouse at once, by a finger or a pen that holds one. Not by
 * the events of HTML's drag and drop: Firefox sends none for a press on a button, and not every phone does for a finger.
 * @param onMove receives the index of the tile, and by how many places it moves
 */
export function dragTiles(
  list: HTMLElement,
  onMove: (from: number, by: number) => void,
  signal: AbortSignal,
): void {
  let drag: Drag | undefined
  /** The release of a tile is no click on one of its buttons. */
  let isReleased = false

  function start(): void {
    if (!drag || drag.isHeld) return
    drag.isHeld = true
    drag.tile.setPointerCapture(drag.pointerId)
    drag.tile.dataset.dragged = 'true'
  }

  function finish(): void {
    if (!drag) return
    clearTimeout(drag.timer)
    const { tile } = drag
    delete tile.dataset.dragged
    tile.style.translate = ''
    drag = undefined
    mark(undefined)
  }

  /** The index of the tile at a point, or -1. */
  function tileAt(x: number, y: number): number {
    return [...list.children].findIndex((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return tile !== drag?.tile && x >= left && x < right && y >= top && y < bottom
    })
  }

  function mark(target: Element | undefined): void {
    for (const tile of list.children) tile.toggleAttribute('data-target', tile === target)
  }

  const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse'

  list.addEventListener(
    'pointerdown',
    (event) => {
      const tile = [...list.children].find((one) => one.contains(event.target as Node))
      if (!event.isPrimary || event.button !== 0 || !(tile instanceof HTMLElement)) return
      finish()
      isReleased = false
      const { pointerId, clientX: x, clientY: y } = event
      const from = [...list.children].indexOf(tile)
      const timer = isMouse(event) ? undefined : setTimeout(start, HOLD_MS)
      drag = { tile, from, pointerId, x, y, isHeld: false, timer }
    },
    { signal },
  )
  list.addEventListener(
    'pointermove',
    (event) => {
      if (!drag || event.pointerId !== drag.pointerId) return
      // Released beside the tiles.
      if (event.buttons === 0) return finish()
      const x = event.clientX - drag.x
      const y = event.clientY - drag.y
      if (!drag.isHeld) {
        if (Math.hypot(x, y) < STILL_PX) return
        if (!isMouse(event)) return finish()
        start()
      }
      drag.tile.style.translate = `${x}px ${y}px`
      mark(list.children[tileAt(event.clientX, event.clientY)])
    },
    { signal },
  )
  list.addEventListener(
    'pointerup',
    ({ pointerId, clientX, clientY }) => {
      if (pointerId !== drag?.pointerId) return
      const { isHeld, from, x, y } = drag
      const to = tileAt(clientX, clientY)
      finish()
      // A tap that a busy page gets late is still a tap.
      isReleased = isHeld && Math.hypot(clientX - x, clientY - y) >= STILL_PX
      if (isHeld && to >= 0) onMove(from, to - from)
    },
    { signal },
  )
  list.addEventListener(
    'click',
    (event) => {
      if (isReleased && event.detail > 0) event.stopPropagation()
      isReleased = false
    },
    { signal, capture: true },
  )
  list.addEventListener('pointercancel', finish, { signal })
  // A held tile: the page does not scroll, and no menu of the browser opens.
  const prevent = (event: Event) => {
    if (drag?.timer !== undefined && (drag.isHeld || event.type === 'contextmenu'))
      event.preventDefault()
  }
  list.addEventListener('touchmove', prevent, { signal, passive: false })
  list.addEventListener('contextmenu', prevent, { signal })
  signal.addEventListener('abort', finish)
}
