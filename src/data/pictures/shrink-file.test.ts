import { expect, test } from 'vitest'
import { MAX_EDGE } from './shrink.ts'
import { FIRST_QUALITY, fitWithin, MAX_BYTES, nextStep } from './shrink-file.ts'

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 1600, 1600, 1600],
  [640, 480, 640, 480],
  [100_000, 2, 1600, 1],
  [1, 1, 1, 1],
])('%d x %d fits as %d x %d', (width, height, fittedWidth, fittedHeight) => {
  const fitted = fitWithin({ width, height }, MAX_EDGE)
  expect(fitted).toEqual({ width: fittedWidth, height: fittedHeight })
})

test('a picture loses quality before it loses size', () => {
  const first = nextStep({ edge: MAX_EDGE, quality: FIRST_QUALITY }, 500_000)
  expect(first.edge).toBe(MAX_EDGE)
  expect(first.quality).toBeLessThan(FIRST_QUALITY)
  const second = nextStep({ edge: MAX_EDGE, quality: 0.58 }, 500_000)
  expect(second.edge).toBeLessThan(MAX_EDGE)
  expect(second.quality).toBe(0.58)
})

test.each([1, 4, 8, 30])('the tries end, whatever a pixel takes: %d bytes', (bytesOfPixel) => {
  let step = { edge: MAX_EDGE, quality: FIRST_QUALITY }
  let tries = 1
  const bytes = () => step.edge * step.edge * bytesOfPixel * step.quality
  while (bytes() > MAX_BYTES) {
    step = nextStep(step, bytes())
    tries += 1
  }
  expect(tries).toBeLessThan(10)
  // And the picture is not smaller than necessary.
  expect(bytes()).toBeGreaterThan(MAX_BYTES / 4)
})
