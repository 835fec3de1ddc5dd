import { expect, test } from 'vitest'
import { MAX_EDGE } from './shrink.ts'
import { FIRST_QUALITY, firstScale, MAX_BYTES, mostBytes, nextStep, scaled } from './shrink-file.ts'

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 1600, 1600, 1600],
  [640, 480, 640, 480],
  // A long screenshot and a panorama can be read.
  [1080, 9000, 720, 6000],
  [9000, 1800, 3600, 720],
  [500, 9000, 500, 9000],
  [1080, 30_000, 590, 16_383],
  [100_000, 2, 16_383, 1],
  [1, 1, 1, 1],
])('%d x %d fits as %d x %d (R10.2)', (width, height, fittedWidth, fittedHeight) => {
  const size = { width, height }
  const fitted = scaled(size, firstScale(size, MAX_EDGE))
  expect(fitted).toEqual({ width: fittedWidth, height: fittedHeight })
})

test('a long picture may have more bytes, as it has more pixels (R10.2)', () => {
  expect(mostBytes({ width: 1600, height: 1200 }, MAX_EDGE)).toBe(MAX_BYTES)
  expect(mostBytes({ width: 720, height: 6000 }, MAX_EDGE)).toBe(675_000)
})

test('a picture loses quality before it loses size', () => {
  const first = nextStep({ scale: 0.5, quality: FIRST_QUALITY }, 500_000)
  expect(first.scale).toBe(0.5)
  expect(first.quality).toBeLessThan(FIRST_QUALITY)
  const second = nextStep({ scale: 0.5, quality: 0.58 }, 500_000)
  expect(second.scale).toBeLessThan(0.5)
  expect(second.quality).toBe(0.58)
})

test.each([1, 4, 8, 30])('the tries end, whatever a pixel takes: %d bytes', (bytesOfPixel) => {
  let step = { scale: 1, quality: FIRST_QUALITY }
  let tries = 1
  const bytes = () => (step.scale * MAX_EDGE) ** 2 * bytesOfPixel * step.quality
  while (bytes() > MAX_BYTES) {
    step = nextStep(step, bytes())
    tries += 1
  }
  expect(tries).toBeLessThan(10)
  // And the picture is not smaller than necessary.
  expect(bytes()).toBeGreaterThan(MAX_BYTES / 4)
})
