import { expect, test } from 'vitest'
import {
  doubleTapScale,
  FITTED,
  follow,
  inside,
  isBeside,
  isSwipeDown,
  swipeStep,
  zoomTo,
} from './picture-zoom.ts'

const screen = { width: 400, height: 800 }

test('zooming keeps the point under the finger where it is', () => {
  const view = zoomTo(FITTED, 2, { x: 100, y: -50 })
  expect(view).toEqual({ scale: 2, x: -100, y: 50 })
  expect(zoomTo(view, 1, { x: 100, y: -50 })).toEqual(FITTED)
})

test('the scale stays between the fitted one and twelve times it', () => {
  expect(zoomTo(FITTED, 0.2, { x: 0, y: 0 }).scale).toBe(1)
  expect(zoomTo(FITTED, 50, { x: 0, y: 0 }).scale).toBe(12)
})

test.each([
  ['a photo', { width: 400, height: 400 }, 2.5],
  ['a long screenshot', { width: 720, height: 6000 }, 6000 / 720 / 2],
  ['a tall picture', { width: 500, height: 1600 }, 1.6],
  ['a picture that nearly fits the width', { width: 400, height: 900 }, 2.5],
  ['a panorama', { width: 4000, height: 500 }, 16],
])(
  'a double tap enlarges %s until it fills the screen, 2.5 times or until it fits the width (R10.13, R10.17)',
  (_name, picture, scale) => {
    expect(doubleTapScale(picture, screen)).toBeCloseTo(scale)
  },
)

test('one finger moves the picture, two that spread scale it around their middle', () => {
  expect(follow(FITTED, [{ x: 0, y: 0 }], [{ x: 5, y: 70 }])).toEqual({ scale: 1, x: 5, y: 70 })
  const apart = (half: number) => [
    { x: -half, y: 0 },
    { x: half, y: 0 },
  ]
  expect(follow(FITTED, apart(50), apart(150))).toEqual({ scale: 3, x: 0, y: 0 })
})

test.each([
  ['a picture as large as the screen', { width: 200, height: 400 }, 2, { x: 200, y: 400 }],
  ['a fitted picture', { width: 200, height: 400 }, 1, { x: 0, y: 0 }],
  // Fitted 400 × 100.
  ['a panorama lower than the screen', { width: 800, height: 200 }, 4, { x: 600, y: 0 }],
  ['a panorama higher than the screen', { width: 800, height: 200 }, 10, { x: 1800, y: 100 }],
  // Fitted 100 × 800.
  ['a long screenshot', { width: 50, height: 400 }, 3, { x: 0, y: 800 }],
])(
  '%s cannot be moved off the screen, and is centered where it fits',
  (_name, picture, scale, most) => {
    expect(inside({ scale, x: 9000, y: 9000 }, picture, screen)).toEqual({ scale, ...most })
    const { x, y } = inside({ scale, x: -9000, y: -9000 }, picture, screen)
    expect({ x: x + most.x, y: y + most.y }).toEqual({ x: 0, y: 0 })
  },
)

test.each([
  ['down', { scale: 1, x: 20, y: 150 }, true],
  ['a little down', { scale: 1, x: 0, y: 40 }, false],
  ['sideways', { scale: 1, x: 200, y: 150 }, false],
  ['up', { scale: 1, x: 0, y: -300 }, false],
  ['down on a zoomed picture', { scale: 2, x: 0, y: 300 }, false],
])('a swipe %s closes the viewer or not (R10.13)', (_name, view, closes) => {
  expect(isSwipeDown(view, screen)).toBe(closes)
})

test.each([
  ['above a wide picture', { x: 0, y: -200 }, FITTED, true],
  ['on it', { x: 190, y: 90 }, FITTED, false],
  ['on it when it is zoomed', { x: 0, y: -200 }, { scale: 3, x: 0, y: 0 }, false],
  ['below it when it was moved up', { x: 0, y: 50 }, { scale: 1, x: 0, y: -60 }, true],
])('a tap %s', (_where, at, view, expected) => {
  expect(isBeside(at, view, { width: 100, height: 50 }, screen)).toBe(expected)
})

test.each([
  [{ scale: 1, x: -120, y: 10 }, 1],
  [{ scale: 1, x: 120, y: 10 }, -1],
  [{ scale: 1, x: -30, y: 0 }, 0],
  [{ scale: 1, x: -120, y: 200 }, 0],
  [{ scale: 2, x: -300, y: 0 }, 0],
])('a drag to %o moves by %i pictures', (view, step) => {
  expect(swipeStep(view, { width: 390, height: 844 })).toBe(step)
})
