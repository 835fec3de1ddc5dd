import type { Box } from '../../data/pictures/cover.ts'

/** A place in a picture, in shares of its width and height. */
export type Place = { x: number; y: number }

/** The smallest side of a box, so that it can be seen and resized. */
const LEAST = 0.02

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value))

/** The box between two opposite corners, which may be outside of the picture. */
export function boxBetween(one: Place, other: Place): Box {
  const [left, right] = span(one.x, other.x)
  const [top, bottom] = span(one.y, other.y)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function span(one: number, other: number): [from: number, to: number] {
  const from = within(Math.min(one, other), 0, 1 - LEAST)
  return [from, within(Math.max(one, other), from + LEAST, 1)]
}

/** The box elsewhere, inside the picture. */
export function moveBox(box: Box, { x, y }: Place): Box {
  return {
    ...box,
    x: within(box.x + x, 0, 1 - box.width),
    y: within(box.y + y, 0, 1 - box.height),
  }
}

/** The box with its lower right corner elsewhere, inside the picture. */
export function resizeBox(box: Box, { x, y }: Place): Box {
  return {
    ...box,
    width: within(box.width + x, LEAST, 1 - box.x),
    height: within(box.height + y, LEAST, 1 - box.y),
  }
}

/** A box in the middle of the picture, a little aside from `others` of them. */
export function boxInMiddle(others: number): Box {
  const aside = (others % 5) * 0.05
  return { x: 0.35 + aside, y: 0.4 + aside, width: 0.3, height: 0.2 }
}

/** Where a box is, in words. */
export function describeBox({ x, y, width, height }: Box): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`
}
