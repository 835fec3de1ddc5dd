/** Pairs of rows, by their places in two lists: ten million likes take 120 MB. */
export class Edges {
  readonly #sizes: [number, number]
  #pairs = new Uint32Array(1024)
  #length = 0
  #from: Groups | undefined
  #to: Groups | undefined

  /** @param from the length of the list that the pairs come from, in order @param to that of the other */
  constructor(from: number, to: number) {
    this.#sizes = [from, to]
  }

  add(from: number, targets: readonly number[]): void {
    for (const to of targets) {
      if (this.#length === this.#pairs.length) {
        const longer = new Uint32Array(2 * this.#length)
        longer.set(this.#pairs)
        this.#pairs = longer
      }
      this.#pairs[this.#length++] = from
      this.#pairs[this.#length++] = to
    }
  }

  /** Groups the pairs by both sides, after the last one was added. */
  sort(): void {
    const pairs = this.#pairs.subarray(0, this.#length)
    const [from, to] = this.#sizes
    this.#from = groups(pairs, 0, from)
    this.#to = groups(pairs, 1, to)
  }

  /** The places in the other list. */
  from(place: number): Uint32Array {
    return groupAt(this.#from, place)
  }

  /** The places in the first list. */
  to(place: number): Uint32Array {
    return groupAt(this.#to, place)
  }
}

type Groups = { starts: Uint32Array; members: Uint32Array }

/** @param side 0 groups by the first of each pair, 1 by the second */
function groups(pairs: Uint32Array, side: 0 | 1, size: number): Groups {
  const starts = new Uint32Array(size + 1)
  for (let at = side; at < pairs.length; at += 2) {
    const next = (pairs[at] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let n = 1; n <= size; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0)
  const free = starts.slice()
  const members = new Uint32Array(pairs.length / 2)
  for (let at = 0; at < pairs.length; at += 2) {
    const group = pairs[at + side] ?? 0
    const place = free[group] ?? 0
    members[place] = pairs[at + 1 - side] ?? 0
    free[group] = place + 1
  }
  return { starts, members }
}

function groupAt(found: Groups | undefined, place: number): Uint32Array {
  if (!found) throw new Error('The pairs are not sorted yet')
  return found.members.subarray(found.starts[place], found.starts[place + 1])
}
