import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { organiser } from '../testing/commands.ts'
import { createSchema, startProcess } from '../testing/processes.ts'
import { newFolder } from '../testing/run-api.ts'

/** Two processes of a practice club, and an organiser who works on their database. */
async function club() {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const data = await createSchema(inject('postgres') ?? '')
  const processes = await Promise.all([startProcess(data), startProcess(data)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const send = (path: string, n: number, body?: object, authorization = '') =>
    fetch(`${processes[n]?.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization },
    })
  const password = 'Torque#1'
  const logIn = (username: string, given = password) =>
    send('/api/auth/login', 1, { username, password: given })
  async function member(username: string): Promise<string> {
    const account = { username, password, name: username }
    return (await (await send('/api/auth/signup', 0, account)).json()).encodedToken
  }
  return { folder, send, logIn, member, run: organiser(data, 'y') }
}

test('commands about people reach all processes on a database', async () => {
  const { folder, send, logIn, member, run } = await club()
  const token = await member('bert')
  const write = async () => (await send('/api/posts', 1, { content: 'By bert' }, token)).status
  expect(await write()).toBe(201)
  await run('suspend', 'bert', '--reason', 'spam')
  expect(await write()).toBe(404)
  expect((await logIn('bert')).status).toBe(403)
  await run('unsuspend', 'bert')
  expect((await logIn('bert')).status).toBe(200)
  const { password } = JSON.parse(await run('reset-password', 'bert', '--json'))
  expect((await logIn('bert')).status).toBe(401)
  expect(await (await logIn('bert', password)).json()).toMatchObject({ mustSetPassword: true })
  const file = join(folder, 'bert.zip')
  await run('export-user', 'bert', file)
  expect(existsSync(file)).toBe(true)
  await run('remove-user', 'bert')
  expect((await logIn('bert', password)).status).toBe(404)
  for (const n of [0, 1])
    expect(await (await send('/api/posts', n)).text()).not.toContain('By bert')
  const actions = JSON.parse(await run('actions', '--json'))
  expect(JSON.stringify(actions)).toMatch(/suspend.*bert/s)
})

test('reports and removals reach all processes on a database, whose backup is in order', async () => {
  const { folder, send, member, run } = await club()
  const [author, reporter] = [await member('bert'), await member('carl')]
  const { posts } = await (await send('/api/posts', 0, { content: 'Reported' }, author)).json()
  const report = `/api/posts/report/${posts[0]._id}`
  expect((await send(report, 1, { reason: 'spam' }, reporter)).ok).toBe(true)
  expect(await run('reports')).toContain('carl')
  await run('invite', '--origin', 'https://club.example')
  await run('remove-post', posts[0]._id)
  for (const n of [0, 1]) expect((await send(`/api/posts/${posts[0]._id}`, n)).status).toBe(404)
  expect(await run('reports')).not.toContain('carl')
  expect(await run('status')).toMatch(/members/i)
  const file = join(folder, 'club.backup')
  await run('backup', file)
  expect(await run('check', file)).not.toContain('damaged')
})
