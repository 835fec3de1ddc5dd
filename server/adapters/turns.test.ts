import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Turns that note what happens, in order. */
function notedTurns(commit = () => {}) {
  const events: string[] = []
  const { read, write } = turns(() => {
    events.push('commit')
    commit()
  })
  const work = (name: string) => async () => {
    events.push(name)
    await Promise.resolve()
    events.push(`${name} ends`)
    return name
  }
  return {
    events,
    read: (name: string) => read(work(name)),
    write: (name: string) => write(work(name)).finally(() => events.push(`${name} settles`)),
    writeAndThrow: () => write(() => Promise.reject(new Error('Refused'))),
  }
}

test('writers that wait run one after the other, share a commit, and settle after it', async () => {
  const { events, write } = notedTurns()
  expect(await Promise.all([write('a'), write('b')])).toEqual(['a', 'b'])
  expect(events).toEqual(['a', 'a ends', 'b', 'b ends', 'commit', 'a settles', 'b settles'])
})

test('writers share a commit when their requests are read one after the other', async () => {
  const { events, write } = notedTurns()
  const first = write('a')
  // The work of a request is done in microtasks, before the next request is read from its connection.
  for (let count = 0; count < 20; count++) await Promise.resolve()
  await Promise.all([first, write('b')])
  expect(events.filter((event) => event === 'commit')).toHaveLength(1)
})

test('readers run in parallel, but not with writers', async () => {
  const { events, read, write } = notedTurns()
  await Promise.all([read('r'), read('s'), write('w'), read('t')])
  expect(events.slice(0, 2)).toEqual(['r', 's'])
  const order = ['r ends', 's ends', 'w', 'w ends', 'commit', 't', 't ends']
  expect(events.filter((one) => order.includes(one))).toEqual(order)
})

test('readers get a turn after each group of writers, however many wait', async () => {
  const { events, read, write } = notedTurns()
  const writes = Array.from({ length: 200 }, (_, n) => write(`w${n}`))
  await Promise.all([...writes, read('r')])
  expect(events.indexOf('r')).toBeLessThan(events.indexOf('w60'))
})

test('a failed commit fails every writer of its group, and the next group is committed', async () => {
  let isFull = true
  const { write } = notedTurns(() => {
    if (isFull) throw new Error('Full')
  })
  const failed = await Promise.allSettled([write('a'), write('b')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isFull = false
  expect(await write('c')).toBe('c')
})

test('a writer that throws does not fail the others', async () => {
  const { write, writeAndThrow } = notedTurns()
  const [own, other] = await Promise.allSettled([writeAndThrow(), write('b')])
  expect([own.status, other.status]).toEqual(['rejected', 'fulfilled'])
})

test('writers that wait run while a reader pauses', async () => {
  const events: string[] = []
  const { read, write, pause } = turns(() => events.push('commit'))
  const started = Promise.withResolvers<void>()
  const reading = read(async () => {
    await started.promise
    events.push(`pause: ${await pause()}`, `pause: ${await pause()}`)
  })
  const writing = write(async () => events.push('write'))
  started.resolve()
  await Promise.all([reading, writing])
  expect(events).toEqual(['write', 'commit', 'pause: true', 'pause: false'])
})
