/** A part of a picture, in shares of its width and height, from 0 to 1. */
export type Box = { x: number; y: number; width: number; height: number }

/** Boxes that replace a part of a picture, all in black or each in the mean color of the pixels around it. */
export type Cover = { boxes: readonly Box[]; color: 'black' | 'around' }

type Size = { width: number; height: number }
type Pixels = Size & { data: Uint8ClampedArray }
type Color = [red: number, green: number, blue: number]
/** In pixels; those at `right` and `bottom` are not part of it. */
type Area = { left: number; top: number; right: number; bottom: number }

const BLACK: Color = [0, 0, 0]

/** Writes the boxes over the pixels, opaque: nothing of what they cover is left, nor has any effect on their color (R10.27). */
export function coverPixels(pixels: Pixels, { boxes, color }: Cover): void {
  const colors = color === 'around' ? colorsAround(pixels, boxes) : []
  for (const [index, box] of boxes.entries()) {
    const { left, top, right, bottom } = areaOf(box, pixels)
    const pixel = [...(colors[index] ?? BLACK), 255]
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) pixels.data.set(pixel, (y * pixels.width + x) * 4)
  }
}

/** The mean color of the pixels around each box. */
export function colorsAround(pixels: Pixels, boxes: readonly Box[]): Color[] {
  const areas = boxes.map((box) => areaOf(box, pixels))
  return areas.map((area) => colorAround(area, pixels, areas))
}

/** All pixels that a box touches, even if it covers a part of them only. */
export function areaOf({ x, y, width, height }: Box, size: Size): Area {
  return {
    left: Math.max(0, Math.floor(x * size.width)),
    top: Math.max(0, Math.floor(y * size.height)),
    right: Math.min(size.width, Math.ceil((x + width) * size.width)),
    bottom: Math.min(size.height, Math.ceil((y + height) * size.height)),
  }
}

/** The mean color of the pixels next to an area that are in none of the areas, or black if there are none. */
function colorAround(area: Area, { data, width, height }: Pixels, areas: readonly Area[]): Color {
  const { left, top, right, bottom } = area
  const sum: Color = [0, 0, 0]
  let weight = 0
  function add(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    if (areas.some((one) => x >= one.left && x < one.right && y >= one.top && y < one.bottom))
      return
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray((y * width + x) * 4)
    sum[0] += red * alpha
    sum[1] += green * alpha
    sum[2] += blue * alpha
    weight += alpha
  }
  for (let x = left; x < right; x += 1) for (const y of [top - 1, bottom]) add(x, y)
  for (let y = top; y < bottom; y += 1) for (const x of [left - 1, right]) add(x, y)
  return weight === 0 ? BLACK : (sum.map((one) => Math.round(one / weight)) as Color)
}
