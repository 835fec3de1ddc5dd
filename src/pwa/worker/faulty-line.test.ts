import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { faultyLine } from './faulty-line.ts'

test('of a sync with two requests, a line that loses replies does not always lose the same one', async () => {
  const line = faultyLine({ fetch: async () => new Response(), publish: () => undefined })
  await line.change({ loseReplies: true })
  const isLost = (address: string) =>
    line.fetch(address).then(
      () => false,
      () => true,
    )
  const lost: boolean[] = []
  // A sync ends at the first reply that is lost.
  for (let sync = 0; sync < 4; sync++) {
    lost.push((await isLost('/api/sync')) || (await isLost(`/api/changes?since=${sync}`)))
  }
  expect(lost).toEqual([true, true, true, false])
})
