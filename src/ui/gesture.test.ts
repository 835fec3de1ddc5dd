import { expect, test } from 'vitest'
import { gesture } from './gesture.ts'

test('only the second click of one gesture is recognized, never a key (R4.19, R5.8)', () => {
  const cases: [name: string, clicks: [detail: number, timeStamp: number][], second: boolean][] = [
    [
      'a double click',
      [
        [1, 1000],
        [2, 1450],
      ],
      true,
    ],
    [
      'a double tap that the browser does not count',
      [
        [1, 1000],
        [1, 1349],
      ],
      true,
    ],
    [
      'two taps',
      [
        [1, 1000],
        [1, 1350],
      ],
      false,
    ],
    [
      'two presses of a key',
      [
        [0, 1000],
        [0, 1001],
      ],
      false,
    ],
    [
      'a key after a click',
      [
        [1, 1000],
        [0, 1001],
      ],
      false,
    ],
    [
      'a click after a key',
      [
        [0, 1000],
        [1, 1001],
      ],
      false,
    ],
  ]
  for (const [name, clicks, second] of cases) {
    const isSecond = gesture()
    const found = clicks.map(([detail, timeStamp]) => isSecond({ detail, timeStamp }))
    expect(found, name).toEqual([false, second])
  }
})
