/** How a picture is drawn in the viewer: scaled around the middle of the screen, then moved, in px. */
export type View = { scale: number; x: number; y: number }
/** In px from the middle of the screen. */
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }
const DOUBLE_TAP_SCALE = 2.5
/** A smaller step hardly shows. */
const LEAST_STEP = 1.25
/** A long screenshot fills the width of a phone at 6 to 12 times its fitted size. */
const MAX_SCALE = 12

/** Scales to `scale` while the point of the picture under `at` stays there. */
export function zoomTo(view: View, scale: number, at: Point): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale))
  const factor = next / view.scale
  return {
    scale: next,
    x: at.x - (at.x - view.x) * factor,
    y: at.y - (at.y - view.y) * factor,
  }
}

/**
 * The scale after a double tap, at which a picture can be read. A tall one fits the width of the screen, unless it nearly does
 * already; a wide one fills its height.
 */
export function doubleTapScale(picture: Size, screen: Size): number {
  const fitWidth = screen.width / picture.width
  const fitHeight = screen.height / picture.height
  const step = fitWidth / fitHeight
  return step > LEAST_STEP ? step : Math.max(DOUBLE_TAP_SCALE, 1 / step)
}

/** Follows one or two fingers: their middle moves the picture, their distance scales it. */
export function follow(view: View, from: readonly Point[], to: readonly Point[]): View {
  const [start, end] = [middle(from), middle(to)]
  const spread = distance(from)
  const zoomed = zoomTo(view, spread ? (view.scale * distance(to)) / spread : view.scale, start)
  return { ...zoomed, x: zoomed.x + end.x - start.x, y: zoomed.y + end.y - start.y }
}

/** Moves a picture of this size back: an edge of it comes inside the screen on an axis that fits only, which is centered. */
export function inside(view: View, picture: Size, screen: Size): View {
  const fit = fittedScale(picture, screen) * view.scale
  const clamp = (offset: number, length: number, available: number) => {
    const most = Math.max(0, (length * fit - available) / 2)
    return Math.min(most, Math.max(-most, offset))
  }
  return {
    ...view,
    x: clamp(view.x, picture.width, screen.width),
    y: clamp(view.y, picture.height, screen.height),
  }
}

/** Whether the drag of a fitted picture closes the viewer: far enough down, and more down than sideways. */
export function isSwipeDown({ scale, x, y }: View, screen: Size): boolean {
  return scale === 1 && y > Math.min(120, screen.height / 6) && y > Math.abs(x)
}

/** The step to another picture after the drag of a fitted one: 1 when it was dragged far enough to the left, -1 to the right. */
export function swipeStep({ scale, x, y }: View, screen: Size): -1 | 0 | 1 {
  const isFar = Math.abs(x) > Math.min(80, screen.width / 5) && Math.abs(x) > Math.abs(y)
  if (scale !== 1 || !isFar) return 0
  return x < 0 ? 1 : -1
}

/** Whether a point is on the black beside a picture of this size. */
export function isBeside(at: Point, view: View, picture: Size, screen: Size): boolean {
  const fit = fittedScale(picture, screen)
  const half = (length: number) => (length * fit * view.scale) / 2
  return (
    Math.abs(at.x - view.x) > half(picture.width) || Math.abs(at.y - view.y) > half(picture.height)
  )
}

function fittedScale(picture: Size, screen: Size): number {
  return Math.min(screen.width / picture.width, screen.height / picture.height)
}

function middle(points: readonly Point[]): Point {
  const sum = (axis: 'x' | 'y') => points.reduce((total, point) => total + point[axis], 0)
  return { x: sum('x') / points.length, y: sum('y') / points.length }
}

function distance([a, b]: readonly Point[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
}
