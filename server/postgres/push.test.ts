import { expect, inject, onTestFinished, test } from 'vitest'
import { createSchema, startProcess } from '../testing/processes.ts'
import { pushCalls, startPushService } from '../testing/push-scene.ts'

test('of several processes, the one that committed a write sends its message', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const processes = await Promise.all([startProcess(data), startProcess(data)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const [first = expect.fail(), second = expect.fail()] = processes.map(({ url }) =>
    pushCalls((path, init) => fetch(url + path, init)),
  )
  const keyAt = async (index: number) =>
    (await fetch(`${processes[index]?.url}/api/push`)).json() as Promise<{ key: string }>
  expect(await keyAt(0)).toEqual(await keyAt(1))

  const service = await startPushService()
  const kenji = await first.logIn('kenji')
  const browser = await service.newBrowser()
  await first.subscribe(browser, kenji.token)
  const [one, two, popular] = [
    await first.writePost(kenji.token, 'One'),
    await second.writePost(kenji.token, 'Two'),
    await first.writePost(kenji.token, 'Popular'),
  ]
  const people = await Promise.all((['mira', 'juno', 'theo', 'guest'] as const).map(first.logIn))
  const [mira = expect.fail()] = people
  await first.like(mira.token, one)
  await second.like(mira.token, two)
  // They conflict, and are repeated.
  const likes = people.map(({ token }, index) => (index % 2 ? first : second).like(token, popular))
  await Promise.all(likes)

  const about = (postId: string) =>
    service
      .to(browser)
      .filter(({ message }) => message.notification.tag === `like-${postId}`)
      .map(({ message }) => message.notification.title)
  // In the order of their arrival, for each process.
  await expect.poll(() => about(popular).length, { timeout: 10_000 }).toBe(2)
  await expect.poll(() => about(one).length + about(two).length, { timeout: 10_000 }).toBe(2)
  expect(about(one)).toEqual([expect.stringMatching(/^Mira.* likes your post$/)])
  expect(about(two)).toEqual([expect.stringMatching(/^Mira.* likes your post$/)])
  for (const title of about(popular)) expect(title).toMatch(/and 3 others like your post$/)
}, 60_000)
