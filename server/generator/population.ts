/**
 * Who writes, likes, comments on and follows what in a generated club, as numbers from 0. The same for the same number of
 * members. Attention is skewed as in real networks (Zipf): one post has a like of every tenth member, one person is followed by
 * every fifth, and most have few.
 */
export type Population = {
  members: number
  /** The author of each post; posts are numbered from the oldest. */
  authors: Uint32Array
  /** The members who like each post, comment on it, bookmark it, and follow each member. */
  likes: Crowds
  comments: Crowds
  bookmarks: Crowds
  followers: Crowds
}

/** The sources of each target: `sources.subarray(starts[target], starts[target + 1])`. */
export type Crowds = { starts: Uint32Array; sources: Uint32Array }

/** Of an average member. */
const POSTS = 2
const LIKES = 20
const COMMENTS = 4
const BOOKMARKS = 1
const FOLLOWS = 4

/** The post with the most likes and comments, counted from the newest: it is on the first page of the feed. */
export const STAR_POST = 3
/** The member with the most followers. */
export const STAR = 0

/** @param members at least 10 */
export function populationOf(members: number): Population {
  const posts = members * POSTS
  const star = posts - 1 - STAR_POST
  return {
    members,
    authors: Uint32Array.from({ length: posts }, (_, post) =>
      // The square makes some people write a lot.
      post === star ? STAR : Math.floor(members * fraction(post) ** 2),
    ),
    likes: crowds(sizes(posts, star, members * LIKES, members / 10), members),
    comments: crowds(sizes(posts, star, members * COMMENTS, members / 100), members),
    bookmarks: crowds(sizes(posts, star, members * BOOKMARKS, members / 100), members),
    followers: crowds(sizes(members, STAR, members * FOLLOWS, members / 5), members, true),
  }
}

/** The sources in the crowd of a target. */
export function crowdOf({ starts, sources }: Crowds, target: number): Uint32Array {
  return sources.subarray(starts[target], starts[target + 1])
}

/** The targets of each source. */
export function reverse({ starts, sources }: Crowds, count: number): Crowds {
  const ends = new Uint32Array(count + 1)
  for (const source of sources) ends[source + 1] = (ends[source + 1] ?? 0) + 1
  for (let source = 0; source < count; source++) {
    ends[source + 1] = (ends[source + 1] ?? 0) + (ends[source] ?? 0)
  }
  const next = ends.slice()
  const targets = new Uint32Array(sources.length)
  for (let target = 0; target + 1 < starts.length; target++) {
    for (const source of crowdOf({ starts, sources }, target)) {
      const place = next[source] ?? 0
      targets[place] = target
      next[source] = place + 1
    }
  }
  return { starts: ends, sources: targets }
}

/**
 * How large the crowd of each target is: the `rank`th has `most / rank ** s`, with the exponent that makes the sum `total`.
 * @param first the target with the largest crowd
 */
function sizes(count: number, first: number, total: number, most: number): Uint32Array {
  const top = Math.max(most, (2 * total) / count)
  const sizeOf = (rank: number, exponent: number) => top / rank ** exponent
  let [low, high] = [0, 3]
  for (let step = 0; step < 40; step++) {
    const exponent = (low + high) / 2
    let sum = 0
    for (let rank = 1; rank <= count && sum <= total; rank++) sum += sizeOf(rank, exponent)
    if (sum > total) low = exponent
    else high = exponent
  }
  const found = new Uint32Array(count)
  let owed = 0
  for (let rank = 1; rank <= count; rank++) {
    // What is left of fractions goes to the next ones.
    const size = sizeOf(rank, high) + owed
    const target = (first + (rank - 1) * step(count)) % count
    found[target] = Math.floor(size)
    owed = size - Math.floor(size)
  }
  return found
}

/** @param isOther leaves the target itself out of its crowd */
function crowds(size: Uint32Array, members: number, isOther = false): Crowds {
  const starts = new Uint32Array(size.length + 1)
  for (const [target, length] of size.entries()) {
    const most = Math.min(length, members - 1)
    starts[target + 1] = (starts[target] ?? 0) + most
  }
  const sources = new Uint32Array(starts.at(-1) ?? 0)
  const jump = step(members)
  for (let target = 0; target < size.length; target++) {
    let source = Math.floor(members * fraction(target + 7))
    for (let place = starts[target] ?? 0; place < (starts[target + 1] ?? 0); place++) {
      source = (source + jump) % members
      if (isOther && source === target) source = (source + jump) % members
      sources[place] = source
    }
  }
  return { starts, sources }
}

/** Steps of this length visit each of `count` once. */
function step(count: number): number {
  const primes = [15_485_863, 7_919]
  return primes.find((prime) => count % prime !== 0) ?? 1
}

/** Evenly distributed between 0 and 1. */
function fraction(n: number): number {
  return (n * 0.618_033_988_749_894_9) % 1
}
