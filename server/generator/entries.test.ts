import { expect, it } from 'vitest'
import { checkRows } from '../../mocks/data/check-rows.ts'
import { entriesOf } from './entries.ts'
import { crowdOf, populationOf, STAR, STAR_POST } from './population.ts'

it.each([10, 50, 700])(
  'the entries of %i members keep all rules of stored rows',
  async (members) => {
    const entries = new Map<string, unknown>()
    let count = 0
    for await (const batch of entriesOf(populationOf(members), Date.now())) {
      for (const [key, value] of batch) if (value !== undefined) entries.set(key, value)
      count += [...batch.values()].filter((value) => value !== undefined).length
    }
    expect(entries.size, 'no key is written twice').toBe(count)
    const log = [...entries.keys()].filter((key) => key.startsWith('log/'))
    expect(log).toHaveLength(members * 4)
    for (const key of log) entries.delete(key)
    checkRows(entries)
  },
)

it('members have as many likes and comments on average in a large club as in a small one, and some have most', () => {
  for (const members of [100, 20_000]) {
    const { authors, likes, comments, followers } = populationOf(members)
    const perMember = (count: number) => Math.round(count / members)
    expect(perMember(authors.length)).toBe(2)
    expect(perMember(likes.sources.length)).toBe(20)
    expect(perMember(comments.sources.length)).toBe(4)
    expect(perMember(followers.sources.length)).toBe(4)
    expect(crowdOf(followers, STAR)).toHaveLength(members / 5)
  }
  const { authors, likes } = populationOf(20_000)
  expect(crowdOf(likes, authors.length - 1 - STAR_POST)).toHaveLength(2_000)
})
