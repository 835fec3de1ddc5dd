import { expect, onTestFinished, test } from 'vitest'
import { openLab } from './lab.ts'
import type { LabStep } from './messages.ts'
import { randomSteps } from './random-steps.ts'
import { decodeRun, encodeRun, type LabRun, linkOf, NEW_RUN } from './run-link.ts'

/** The run of a link, as people write it. */
const run = (steps: string): LabRun => decodeRun(`seed=1&steps=${steps}`)

/** The state after all steps of a run, and the failures of its invariants. */
async function play(given: LabRun) {
  const lab = await openLab(given)
  onTestFinished(() => lab.end())
  for (const step of given.steps) await lab.play(step)
  const state = await lab.state()
  const failures = (await lab.check()).flatMap((one) => one.failures)
  lab.end()
  return { ...state, failures }
}

const textsOf = ({ posts }: { posts: { text: string }[] }) => posts.map(({ text }) => text)

test('400 random steps on three phones converge, and their link replays them (R14.28)', async () => {
  const steps: LabStep[] = [...randomSteps(5, 0, 400, 3), { do: 'settle' }]
  const first = await play({ ...NEW_RUN, seed: 5, steps })
  expect(first.failures).toEqual([])
  expect(first.isQuiet).toBe(true)
  expect(first.club.log.length).toBeGreaterThan(80)

  expect(await play(decodeRun(first.fragment))).toEqual(first)
})

test('a check between two steps does not change the run', async () => {
  const { steps } = run('0.post.0.0,1.post.0.0,settle,2.like.0.0,settle')
  const lab = await openLab(NEW_RUN)
  onTestFinished(() => lab.end())
  for (const step of steps) {
    await lab.play(step)
    await lab.check()
  }
  const checked = await lab.state()
  lab.end()
  expect(await play({ ...NEW_RUN, steps })).toEqual({ ...checked, failures: [] })
})

test('a link holds every kind of step', () => {
  const steps = [
    ...['0.post.0.0', '1.comment.2.0.1~2e5~20l~2C~20please', '2.upvote.1.3', '0.follow.2.0'],
    ...['0.line.losesReplies.1.2', '1.line.502.0.0', '2.clock.-3600000', '2.clock.60000'],
    ...['0.sync', '0.begin', '0.deliver', '0.lose', '0.twice', '0.restart', '0.logIn'],
    ...['0.give.2', '2.give.0'],
    ...['1.discard.2', '1.retry.0', 'wait.60000', 'restartClub', 'backUpClub', 'restoreClub'],
    'settle',
  ].join()
  const decoded = decodeRun(`seed=7&steps=${steps}`)
  expect(decoded.steps[1]).toMatchObject({ action: 'comment', text: '1.5 l, please' })
  expect(encodeRun(decoded)).toBe(`seed=7&steps=${steps}`)
  // As a chat decodes it.
  const [, typed] = decodeRun('seed=7&steps=0.sync,0.post.0.0.v1.5 is out').steps
  expect(typed).toMatchObject({ text: 'v1.5 is out' })
  const large = { ...decoded, phones: ['tove', 'mira', 'juno', 'mira'], isLarge: true }
  expect(decodeRun(encodeRun(large))).toEqual(large)
  expect(linkOf({ ...NEW_RUN, seed: 3 })).toBe('/mock/lab#seed=3')
})

test.each([
  ['seed=x', /seed/],
  ['seed=4294967296', /seed/],
  ['phones=mira,nobody', /phones/],
  ['phones=mira,mira,mira,juno,tove', /phones/],
  ['steps=0.sync,9.sync', /Step 2 .*“9.sync”/],
  ['steps=0.line.carrierPigeon.0.0', /Step 1/],
  ['steps=wait.soon', /Step 1/],
  ['steps=0.give.0', /Step 1/],
  ['steps=0.give.3', /Step 1/],
])('a link with %s is refused with a reason', (fragment, reason) => {
  expect(() => decodeRun(fragment)).toThrow(reason)
})

test('a run has at most 2000 steps', () => {
  expect(decodeRun(`steps=${'settle,'.repeat(2_000)}`).steps).toHaveLength(2_000)
  expect(() => decodeRun(`steps=${'settle,'.repeat(2_001)}`)).toThrow(/2000 steps/)
})

test('a write whose reply is lost is at the club, and pending on the phone', async () => {
  const { phones, club } = await play(run('0.post.0.0.Hello,0.line.losesReplies.0.1,0.sync'))
  expect(textsOf(club)).toEqual(['Hello'])
  expect(phones[0]).toMatchObject({
    problem: 'No reply came.',
    pending: [{ text: 'Post “Hello”', state: 'sent, without a reply' }],
  })
  const settled = await play(
    run('0.post.0.0.Hello,0.line.losesReplies.0.1,0.sync,0.line.sendsTwice.0.1,0.sync,settle'),
  )
  expect(textsOf(settled.club)).toEqual(['Hello'])
  expect(settled.isQuiet).toBe(true)
})

test('without a network, nothing counts as sent, and the differences are named (R14.28)', async () => {
  const { phones } = await play(
    run('0.post.0.0.Hello,settle,0.line.down.0.0,0.edit.0.0.Bye,0.sync,1.like.0.0,1.sync'),
  )
  expect(phones[0]).toMatchObject({
    problem: 'The phone has no network.',
    pending: [{ text: 'Edit a post “Bye”', state: 'never sent' }],
    posts: [{ mark: 'different', differs: ['text at the club: “Hello”', 'likes at the club: 1'] }],
  })
  expect(phones[2]?.posts[0]).toMatchObject({
    mark: 'different',
    differs: ['likes at the club: 1'],
  })
})

test('a message meets its fate one step at a time (R14.28)', async () => {
  const begun = await play(run('0.post.0.0.Hello,0.begin'))
  expect(begun.phones[0]?.message).toMatchObject({ from: 'phone' })
  expect(begun.phones[0]?.message?.text).toMatch(/^1 write: Post “Hello”\. Send me all changes/)
  expect(begun.club.posts).toEqual([])
  const arrived = await play(run('0.post.0.0.Hello,0.begin,0.twice'))
  expect(arrived.phones[0]?.message?.text).toMatch(/^1 write done\./)
  expect(textsOf(arrived.club)).toEqual(['Hello'])
  const done = await play(run('0.post.0.0.Hello,0.begin,0.twice,0.deliver'))
  expect(done.phones[0]).toMatchObject({ message: undefined, pending: [], differences: 0 })
  // A worker that stops loses its message, and what else the phone does meanwhile is kept.
  const stopped = await play(run('0.post.0.0.A,0.begin,0.post.0.0.B,0.restart,settle'))
  expect(textsOf(stopped.club)).toEqual(['B', 'A'])
  expect(stopped.failures).toEqual([])
})

test('a phone with a wrong clock keeps the order of the posts, and renamed writes are not lost', async () => {
  const { club, phones, failures } = await play(
    run('0.clock.86400000,0.post.0.0.A,0.like.0.0,settle,0.clock.0,0.sync,2.post.0.0.B,settle'),
  )
  expect(textsOf(club)).toEqual(['B', 'A'])
  expect(club.log.map(({ text }) => text)).toEqual([
    'Juno’s phone: Post “B”',
    'Mira’s phone: Like a post',
    'Mira’s phone: Post “A”',
  ])
  expect(phones.map(({ differences }) => differences)).toEqual([0, 0, 0])
  expect(failures).toEqual([])
})

test('a refused write is listed until it is discarded', async () => {
  const steps = '0.post.0.0.A,settle,2.line.down.0.0,2.comment.0.0.B,0.delete.0.0,settle'
  const refused = await play(run(steps))
  expect(refused.phones[2]?.pending).toMatchObject([
    { text: 'Comment on a post “B”', state: 'refused' },
  ])
  expect(refused.phones[2]?.posts).toEqual([])
  expect((await play(run(`${steps},2.discard.0`))).phones[2]?.pending).toEqual([])
})

test('a phone hands its writes over without a network, another delivers them, and nothing is there twice', async () => {
  const steps = '0.line.down.0.0,0.post.0.0.A,0.comment.0.0.B,2.line.down.0.0,0.give.2'
  const given = await play(run(steps))
  expect(given.steps.at(-1)).toEqual({
    text: 'Mira’s phone hands its pending writes over to Juno’s phone',
    result: '2 writes handed over.',
  })
  expect(given.phones[0]).toMatchObject({
    pending: [{ state: 'handed over' }, { state: 'handed over' }],
    given: '2 writes handed over.',
  })
  expect(given.phones[2]).toMatchObject({
    carried: [
      { text: 'Post “A”', author: 'Mira' },
      { text: 'Comment on a post “B”', author: 'Mira' },
    ],
    posts: [{ text: 'A', mark: 'only here', comments: [{ text: 'B' }] }],
    given: undefined,
  })
  expect(given.isQuiet).toBe(false)

  const delivered = await play(run(`${steps},2.line.up.0.0,2.sync`))
  expect(textsOf(delivered.club)).toEqual(['A'])
  expect(delivered.club.log.map(({ text }) => text)).toEqual([
    'Mira’s phone: Comment on a post “B”',
    'Mira’s phone: Post “A”',
  ])
  expect(delivered.phones[2]).toMatchObject({ carried: [], differences: 0 })
  expect(delivered.phones[0]?.pending).toHaveLength(2)

  const settled = await play(run(`${steps},2.line.up.0.0,2.sync,settle`))
  expect(settled.club.log).toEqual(delivered.club.log)
  expect(settled.isQuiet).toBe(true)
  expect(settled.failures).toEqual([])
})

test('a write goes on over a second phone, and its author sees who has it', async () => {
  const { phones, steps } = await play(
    run('0.line.down.0.0,0.post.0.0.A,0.give.2,2.give.1,2.give.1,2.give.0,0.discard.0'),
  )
  expect(phones[1]?.carried).toMatchObject([{ text: 'Post “A”', author: 'Mira' }])
  expect(phones[0]?.pending).toMatchObject([{ state: 'with Juno’s phone' }])
  expect(steps.map(({ result }) => result).slice(2)).toEqual([
    '1 write handed over.',
    '1 write handed over.',
    '1 write known there.',
    '1 write known there.',
    'It was handed over, and may arrive.',
  ])
})

test('a hand-over says why nothing came of it', async () => {
  const resultOf = async (steps: string) => (await play(run(steps))).steps.at(-1)?.result
  expect(await resultOf('0.give.1')).toBe('There is nothing to hand over.')
  // Profiles stay with their user.
  expect(await resultOf('0.line.down.0.0,0.bio.0.0.Hello,0.give.1')).toBe(
    'There is nothing to hand over.',
  )
  const newKey = '0.line.down.0.0,0.logIn,0.post.0.0.A'
  expect(await resultOf(`${newKey},wait.2678400000,0.give.2`)).toMatch(
    /^Refused: the club does not know the key of this phone yet/,
  )
  expect(await resultOf('0.clock.86400000,0.line.down.0.0,0.post.0.0.A,0.give.2')).toMatch(
    /^1 write refused, because Juno’s phone does not know the key of the author yet, or the time/,
  )
})

test('a write that was handed over by a clock that is ahead waits for its time', async () => {
  const { club, isQuiet, failures } = await play(
    run('0.clock.7200000,0.line.down.0.0,0.post.0.0.A,0.give.2,0.clock.0,settle'),
  )
  expect(textsOf(club)).toEqual(['A'])
  expect(isQuiet).toBe(true)
  expect(failures).toEqual([])
})

test('after a month, writes wait for a log-in', async () => {
  const steps = '0.post.0.0.A,settle,0.post.0.0.B,wait.2678400000,0.sync'
  const waiting = await play(run(steps))
  expect(waiting.phones[0]?.pending).toMatchObject([{ state: 'waits for a log-in' }])
  const { club, isQuiet } = await play(run(`${steps},0.logIn,1.logIn,2.logIn,settle`))
  expect(textsOf(club)).toEqual(['B', 'A'])
  expect(isQuiet).toBe(true)
})

test('the real clock is back after a run, and chance', async () => {
  const before = Date.now()
  await play(run('wait.3200000000'))
  expect(Date.now() - before).toBeLessThan(3_200_000)
  expect(crypto.randomUUID()).not.toBe(crypto.randomUUID())
  expect(Object.getOwnPropertyNames(crypto)).not.toContain('randomUUID')
})
