import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 500
/** A finger that moves further is scrolling. */
const STILL_PX = 10

/** Calls `onPress` with what a finger has rested on. */
export function useLongPress(onPress: (target: Element) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)

  function end() {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  return {
    onPointerDown(event: PointerEvent) {
      end()
      if (event.pointerType !== 'touch') return
      const target = event.target as Element
      const timer = setTimeout(() => onPress(target), LONG_PRESS_MS)
      press.current = { timer, x: event.clientX, y: event.clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** The browser's own menu of a long press would lie over the edit. */
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
  }
}
