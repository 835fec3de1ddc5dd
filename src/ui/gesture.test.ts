import { expect, test } from 'vitest'
import { gesture } from './gesture.ts'

test('only the second click of one gesture is recognized, never a key (R4.19, R5.8)', () => {
  type Clicks = [detail: number, timeStamp: number, pointerType?: string][]
  const cases: [name: string, clicks: Clicks, second: boolean][] = [
    [
      'a double click',
      [
        [1, 1000, 'mouse'],
        [2, 1450, 'mouse'],
      ],
      true,
    ],
    [
      'two clicks of a mouse, as a script makes them',
      [
        [1, 1000, 'mouse'],
        [1, 1001, 'mouse'],
      ],
      false,
    ],
    [
      'a double tap that the browser does not count',
      [
        [1, 1000, 'touch'],
        [1, 1349, 'touch'],
      ],
      true,
    ],
    [
      'a double tap in a browser that tells no type',
      [
        [1, 1000],
        [1, 1349],
      ],
      true,
    ],
    [
      'two taps',
      [
        [1, 1000, 'touch'],
        [1, 1350, 'touch'],
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
    const found = clicks.map(([detail, timeStamp, pointerType]) =>
      isSecond({ detail, timeStamp, pointerType }),
    )
    expect(found, name).toEqual([false, second])
  }
})
