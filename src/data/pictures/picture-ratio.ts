/** A feed shows pictures from 4:5 to 16:9; others get room at the sides or above and below. */
const NARROWEST = 4 / 5
const WIDEST = 16 / 9
/** The ratio of the space that is reserved until the picture has loaded. */
const USUAL = 4 / 3
const MOST_KNOWN = 500

/** The width is in px. */
export type Shape = { ratio: number; width: number }
const known = new Map<string, Shape>()

/** Remember the size of a loaded picture, so that its space is exact when it is shown again. */
export function learnRatio(src: string, width: number, height: number): void {
  if (width === 0 || height === 0) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(src, { ratio: width / height, width })
}

/** The ratio (width to height) of the space for a picture. @param whole not clamped, as on its own screen */
export function ratioOf(src: string, whole: boolean): number {
  const ratio = known.get(src)?.ratio ?? USUAL
  return whole ? ratio : Math.min(WIDEST, Math.max(NARROWEST, ratio))
}

/** The width of a picture in px, beyond which it is not enlarged; `undefined` until it has loaded. */
export function widthOf(src: string): number | undefined {
  return known.get(src)?.width
}

/** The sizes of these pictures, as far as they have loaded. */
export function shapesOf(srcs: string[]): [src: string, shape: Shape][] {
  return [...known].filter(([src]) => srcs.includes(src))
}

export function restoreShapes(shapes: [src: string, shape: Shape][] = []): void {
  for (const [src, shape] of shapes) known.set(src, shape)
}
