import type { Dice } from '../../mocks/store/random.ts'
import { almostValid, BROKEN, object, value } from './fuzz-values.ts'

/** The description of a body that is created in the page, because large bodies are slow to transfer. */
export type FuzzBody =
  | { text: string }
  | { start: string; repeated: string; times: number; end: string }
  | { bytes: number[] }
  | { form: [name: string, value: string | number[]][] }

/** JSON text, or almost: malformed, with duplicate keys, half an emoji, very deep. */
function jsonText(dice: Dice): FuzzBody {
  const text = JSON.stringify(dice.below(3) ? almostValid(dice) : object(dice))
  const deep = dice.oneOf([50, 500, 5_000])
  const ways: FuzzBody[] = [
    ...[1, 2, 3, 4, 5, 6, 7].map(() => ({ text })),
    { text: text.slice(0, dice.below(text.length + 1)) },
    { text: text.replace('{', '{"content":"first","content":["second"],') },
    { text: text.replace(/"([^"]*)"/, '"\\ud83c $1 \\udfcd"') },
    { text: dice.oneOf(BROKEN) },
    { text: JSON.stringify(value(dice)) },
    { start: '{"content":', repeated: '[', times: deep, end: `${']'.repeat(deep)}}` },
    { start: '{"userData":', repeated: '{"a":', times: deep, end: `1${'}'.repeat(deep)}}` },
  ]
  return dice.oneOf(ways)
}

export function fuzzBody(dice: Dice): FuzzBody | undefined {
  const noise = Array.from({ length: dice.below(300) }, () => dice.below(256))
  const form: [string, string | number[]][] = [
    [
      dice.oneOf(['file', 'File', '__proto__', '']),
      dice.oneOf([noise, 'text', [0x89, 0x50, 0x4e]]),
    ],
    [dice.oneOf(['file', 'cloud_name']), 'twice'],
  ]
  const kind = dice.below(10)
  if (kind === 0) return undefined
  if (kind === 1) return { bytes: noise }
  if (kind === 2) return { form }
  return jsonText(dice)
}
