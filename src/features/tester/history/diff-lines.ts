export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** Above this many comparisons, what differs is shown as removed and added in one block each. */
const MOST_COMPARISONS = 4_000_000

/** The lines of both texts in order, each as in both, only in the old or only in the new one. */
export function diffLines(oldText: string, newText: string): DiffLine[] {
  const [before, after] = [oldText.split('\n'), newText.split('\n')]
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...lines('same', before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...lines('same', before.slice(before.length - end)),
  ]
}

function lines(kind: DiffLine['kind'], texts: string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }))
}

function diffMiddle(before: string[], after: string[]): DiffLine[] {
  const width = after.length + 1
  if (before.length * after.length > MOST_COMPARISONS)
    return [...lines('removed', before), ...lines('added', after)]
  // common[i * width + j]: how many lines before[i..] and after[j..] have in common, in order.
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))

  const merged: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]]
    if (old !== undefined && old === next) {
      merged.push({ kind: 'same', text: old })
      i++
      j++
    } else if (old !== undefined && (next === undefined || at(i + 1, j) >= at(i, j + 1))) {
      merged.push({ kind: 'removed', text: old })
      i++
    } else {
      merged.push({ kind: 'added', text: next ?? '' })
      j++
    }
  }
  return merged
}
