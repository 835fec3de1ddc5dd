type Range = { narrowest: number; widest: number }
/** The ratios that are shown whole, in a feed and on the screen of one post. Others are cropped (R10.12). */
const FEED: Range = { narrowest: 4 / 5, widest: 16 / 9 }
const SCREEN: Range = { narrowest: 1 / 2, widest: 3 }
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

/**
 * The ratio (width to height) of the space for a picture, and whether the picture is cropped to it.
 * @param whole as on the screen of one post
 */
export function spaceOf(src: string, whole: boolean): { ratio: number; cropped: boolean } {
  const own = known.get(src)?.ratio ?? USUAL
  const { narrowest, widest } = whole ? SCREEN : FEED
  const ratio = Math.min(widest, Math.max(narrowest, own))
  return { ratio, cropped: ratio !== own }
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
