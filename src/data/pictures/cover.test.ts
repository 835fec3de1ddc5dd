import { expect, test } from 'vitest'
import { areaOf, type Box, type Cover, coverPixels } from './cover.ts'

const RED = [200, 0, 0, 255]
const GREY = [100, 110, 120, 255]
const BLACK = [0, 0, 0, 255]
/** From x 0.25 to 0.75 and y 0.25 to 0.5. */
const plate: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.25 }

/** A grey picture of 8 x 8 pixels with a red area. */
function picture(isRed: (x: number, y: number) => boolean) {
  const all = Array.from({ length: 64 }, (_, at) => (isRed(at % 8, at >> 3) ? RED : GREY))
  return { width: 8, height: 8, data: Uint8ClampedArray.from(all.flat()) }
}
const isPlate = (x: number, y: number) => x >= 2 && x < 6 && y >= 2 && y < 4

/** The pixels after they were covered, by row. */
function covered(pixels: ReturnType<typeof picture>, cover: Cover): number[][][] {
  coverPixels(pixels, cover)
  const at = (index: number) => [...pixels.data.subarray(index * 4, index * 4 + 4)]
  return Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => at(y * 8 + x)))
}

test('R10.27: a box is written over its pixels, in black, and over no others', () => {
  const rows = covered(picture(isPlate), { boxes: [plate], color: 'black' })
  for (const [y, row] of rows.entries())
    for (const [x, pixel] of row.entries()) expect(pixel).toEqual(isPlate(x, y) ? BLACK : GREY)
})

test('R10.27: a box covers whole pixels, also those that it touches only in part, and ends at the edge', () => {
  const size = { width: 10, height: 20 }
  const box = { x: 0.19, y: 0.31, width: 0.42, height: 0.005 }
  expect(areaOf(box, size)).toEqual({ left: 1, top: 6, right: 7, bottom: 7 })
  const outside = { x: -0.2, y: 0.9, width: 2, height: 2 }
  expect(areaOf(outside, size)).toEqual({ left: 0, top: 18, right: 10, bottom: 20 })
})

test('R10.27: the color of a box is the mean of the pixels around it; what boxes cover has no part in it', () => {
  const rows = covered(picture(isPlate), { boxes: [plate], color: 'around' })
  expect(rows.flat()).toEqual(rows.flat().map(() => GREY))
  // Two boxes side by side: each would be around the other.
  const left = { ...plate, width: 0.25 }
  const right = { ...left, x: 0.5 }
  for (const boxes of [
    [left, right],
    [right, left],
  ])
    expect(covered(picture(isPlate), { boxes, color: 'around' })).toEqual(rows)
})

test('R10.27: a box over the whole picture has nothing around it: it is black', () => {
  const all = { x: 0, y: 0, width: 1, height: 1 }
  const rows = covered(picture(isPlate), { boxes: [all], color: 'around' })
  expect(rows.flat()).toEqual(rows.flat().map(() => BLACK))
})

test('R10.27: a box is opaque where the picture is transparent, which has no part in its color', () => {
  const pixels = picture((_, y) => y < 2)
  // Below the red rows, everything is transparent.
  for (let at = 3; at < pixels.data.length; at += 4) if (at >= 64) pixels.data[at] = 0
  const rows = covered(pixels, { boxes: [plate], color: 'around' })
  expect(rows[2]?.[2]).toEqual(RED)
  expect(rows[3]?.[5]).toEqual(RED)
  expect(rows[3]?.[6]?.[3]).toBe(0)
})
