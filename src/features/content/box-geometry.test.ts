import { expect, test } from 'vitest'
import { boxBetween, boxInMiddle, describeBox, moveBox, resizeBox } from './box-geometry.ts'

const box = { x: 0.5, y: 0.25, width: 0.25, height: 0.25 }

test('R10.27: a box is drawn between two opposite corners in any order, and ends at the edge of the picture', () => {
  const corners = [
    { x: 0.75, y: 0.25 },
    { x: 0.5, y: 0.5 },
  ] as const
  expect(boxBetween(...corners)).toEqual(box)
  expect(boxBetween(corners[1], corners[0])).toEqual(box)
  expect(boxBetween({ x: -1, y: 0.5 }, { x: 0.25, y: 3 })).toEqual({
    ...{ x: 0, y: 0.5, width: 0.25, height: 0.5 },
  })
  // A line would cover nothing, and could not be seen.
  expect(boxBetween({ x: 1, y: 0.5 }, { x: 1, y: 0.5 })).toMatchObject({ x: 0.98, y: 0.5 })
})

test('R10.27: a box is moved and resized inside the picture', () => {
  expect(moveBox(box, { x: -0.25, y: 0.25 })).toEqual({ ...box, x: 0.25, y: 0.5 })
  expect(moveBox(box, { x: 1, y: -1 })).toEqual({ ...box, x: 0.75, y: 0 })
  expect(resizeBox(box, { x: -0.125, y: 0.5 })).toEqual({ ...box, width: 0.125, height: 0.75 })
  expect(resizeBox(box, { x: 1, y: -1 })).toEqual({ ...box, width: 0.5, height: 0.02 })
})

test('R10.27: boxes in the middle are inside the picture, and not on top of each other', () => {
  const boxes = Array.from({ length: 12 }, (_, others) => boxInMiddle(others))
  for (const one of boxes) expect(moveBox(one, { x: 0, y: 0 })).toEqual(one)
  expect(boxes[1]).not.toEqual(boxes[0])
})

test('R10.27: the position of a box is described', () => {
  expect(describeBox(box)).toBe('50% from the left, 25% from the top, 25% wide, 25% high')
})
