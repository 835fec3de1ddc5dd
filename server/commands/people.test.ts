import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { picture } from '../../mocks/testing/picture.ts'
import { openStore } from '../adapters/open-store.ts'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { newFolder } from '../testing/run-api.ts'

const PASSWORD = 'Torque#1'

/** A club that runs, with the members anna and bert. */
async function club() {
  const { folder, data, remove } = newFolder()
  onTestFinished(remove)
  const { post, send, close } = await httpApi({ controls: false, data })
  const logIn = (username: string, password = PASSWORD) =>
    post('/api/auth/login', { username, password })
  const member = async (username: string) => {
    const account = { username, password: PASSWORD, name: `${username} Berg` }
    const { encodedToken, createdUser } = await (await post('/api/auth/signup', account)).json()
    const headers = { authorization: encodedToken }
    const call = async (path: string, body: object = {}) => (await post(path, body, headers)).json()
    return { ...createdUser, call, token: encodedToken, headers }
  }
  const [anna, bert] = [await member('anna'), await member('bert')]
  const read = async (path: string, headers?: HeadersInit) => (await send(path, { headers })).json()
  const run = organiser(data, 'y')
  return { folder, data, anna, bert, logIn, read, post, send, close, run }
}

/** The password in a printed text. */
const passwordIn = (printed: string) => /^ {2}(\S+)$/m.exec(printed)?.[1] ?? ''

test('a one-time password ends all sessions, works once, and lasts until its user sets one (R3.24)', async () => {
  const { bert, logIn, post, run } = await club()
  const oneTime = passwordIn(await run('reset-password', 'Bert'))
  expect(await bert.call('/api/posts', { content: 'x' })).toHaveProperty('error')
  expect((await logIn('bert')).status).toBe(401)
  expect(await run('list')).toMatch(/bert .*one-time password/)
  const reply = await (await logIn('bert', oneTime)).json()
  expect(reply.mustSetPassword).toBe(true)
  const userData = { password: 'Gasket#7' }
  const authorization = reply.encodedToken
  const edit = { userData, currentPassword: oneTime }
  expect((await post('/api/users/edit', edit, { authorization })).status).toBe(201)
  expect((await logIn('bert', oneTime)).status).toBe(401)
  expect(await (await logIn('bert', 'Gasket#7')).json()).not.toHaveProperty('mustSetPassword')
  expect(await run('list')).not.toContain('one-time')
})

test('a suspended account has no session and no log-in until that ends; its posts stay (R3.24)', async () => {
  const { anna, bert, logIn, read, run } = await club()
  await bert.call('/api/posts', { content: 'Still here' })
  await run('suspend', 'bert', '--reason', 'insults')
  expect(await bert.call('/api/posts', { content: 'x' })).toHaveProperty('error')
  const refused = await logIn('bert')
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { error: ['This account is suspended. Ask the organiser of the club.'] },
  ])
  // Who does not know the password does not learn it.
  expect((await logIn('bert', 'Gasket#7')).status).toBe(401)
  expect((await read('/api/posts')).posts).toMatchObject([{ content: 'Still here' }])
  expect(JSON.stringify(await read('/api/users'))).not.toContain('insults')
  const copy = await read(`/api/replica?viewer=${anna._id}`)
  expect(JSON.stringify(copy)).not.toContain('insults')
  await run('unsuspend', 'bert')
  expect((await logIn('bert')).status).toBe(200)
})

test('a removed account takes posts, comments, likes, votes, follows and pictures along', async () => {
  const { anna, bert, read, send, run } = await club()
  const form = new FormData()
  form.set('file', picture())
  const upload = { method: 'POST', headers: bert.headers, body: form }
  const { secure_url: imageUrl } = await (await send('/api/uploads', upload)).json()
  await bert.call('/api/posts', { content: 'By bert', imageUrl })
  const { posts } = await anna.call('/api/posts', { content: 'By anna' })
  await bert.call(`/api/posts/like/${posts[0]._id}`)
  await bert.call(`/api/comments/add/${posts[0]._id}`, { content: 'A comment by bert' })
  await bert.call(`/api/users/follow/${anna._id}`)
  expect(await run('remove-user', 'bert')).toContain('Their 1 posts and all their comments')
  expect(JSON.stringify(await read('/api/posts'))).not.toContain('bert')
  const own = await read(`/api/users/${anna._id}`)
  expect(own.user).toMatchObject({ followers: [] })
  expect((await read('/api/posts')).posts).toMatchObject([
    { likes: { likeCount: 0 }, comments: [] },
  ])
  expect((await send(imageUrl)).status).toBe(404)
  const { notifications } = await read('/api/notifications', anna.headers)
  expect(notifications).toEqual([])
})

test('posts of a removed account can stay, without its name', async () => {
  const { bert, logIn, read, run } = await club()
  await bert.call('/api/posts', { content: 'By bert' })
  await run('remove-user', 'bert', '--keep-posts')
  const { posts } = await read('/api/posts')
  expect(posts).toMatchObject([{ content: 'By bert', firstName: 'Former member' }])
  expect(JSON.stringify(await read('/api/users'))).not.toContain('bert')
  expect((await logIn('bert')).status).toBe(404)
  expect((await logIn(posts[0].username, '')).status).toBe(401)
})

test('who has left is a former member, whose account has no log-in to reset or to suspend', async () => {
  const { bert, run } = await club()
  await bert.call('/api/posts', { content: 'By bert' })
  await run('remove-user', 'bert', '--keep-posts')
  const name = `Former member ${bert.id}`
  const listed = JSON.parse(await run('list', '--json'))
  expect(listed).toMatchObject([{ username: name, state: 'former member' }, { username: 'anna' }])
  expect(JSON.parse(await run('status', '--json')).members).toBe(1)
  for (const command of ['reset-password', 'suspend']) {
    await expect(run(command, name)).rejects.toThrow(
      `${name} is a former member: the account was removed, and nobody can log in to it.`,
    )
  }
  expect(await run('remove-user', name)).toContain(`${name} is removed.`)
  expect(JSON.parse(await run('list', '--json'))).toMatchObject([{ username: 'anna' }])
})

test('of two with the same username in older data, a command takes the _id', async () => {
  const { data, anna, bert, close, run } = await club()
  await close()
  const { store, close: closeStore } = await openStore(data)
  await openDatabase(store).write(async (tx) => {
    const user = await tx.get('users', bert._id)
    if (user) await tx.put('users', { ...user, username: 'Anna' })
    const other = await tx.get('users', anna._id)
    if (other) await tx.put('users', { ...other, username: 'Anna' })
  })
  await closeStore()
  await expect(run('suspend', 'anna')).rejects.toThrow(
    `2 people are named anna. Use the _id of one: ${anna._id} (anna Berg), ${bert._id} (bert Berg).`,
  )
  expect(await run('suspend', bert._id)).toContain('Anna is suspended.')
  const listed = JSON.parse(await run('list', '--json'))
  expect(listed).toMatchObject([
    { _id: bert._id, state: 'suspended' },
    { _id: anna._id, state: '' },
  ])
})

test('an _id is the account that has it, not one that is named so', async () => {
  const { bert, logIn, post, run } = await club()
  await post('/api/auth/signup', { username: bert._id, password: PASSWORD, name: 'Bert' })
  await run('suspend', bert._id)
  expect([(await logIn('bert')).status, (await logIn(bert._id)).status]).toEqual([403, 200])
})

test('the last account stays', async () => {
  const { run } = await club()
  await run('remove-user', 'bert')
  await expect(run('remove-user', 'anna')).rejects.toThrow('This is the last account')
})

test('an export has everything that a user has written, and their pictures', async () => {
  const { anna, bert, folder, send, run } = await club()
  const form = new FormData()
  form.set('file', picture())
  const upload = { method: 'POST', headers: bert.headers, body: form }
  const { secure_url: imageUrl } = await (await send('/api/uploads', upload)).json()
  await bert.call('/api/posts', { content: 'By bert', imageUrl })
  const { posts } = await anna.call('/api/posts', { content: 'By anna' })
  await bert.call(`/api/comments/add/${posts[0]._id}`, { content: 'A comment by bert' })
  const file = join(folder, 'bert.zip')
  await run('export-user', 'bert', file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // Not compressed. Each file is between its name and the next signature.
  const zip = readFileSync(file, 'utf8')
  const exported = JSON.parse(/account\.json(\{.*?\})PK/s.exec(zip)?.[1] ?? '')
  expect(exported).toMatchObject({
    profile: { username: 'bert' },
    posts: [{ content: 'By bert' }],
    comments: [{ content: 'A comment by bert', postId: posts[0]._id }],
  })
  expect(JSON.stringify(exported)).not.toMatch(/pbkdf2|password/)
  const [, id] = /uploads\/(.*)/.exec(imageUrl) ?? []
  expect(zip).toContain(`pictures/${id}.webp`)
  await expect(run('export-user', 'bert', file)).rejects.toThrow('exists. Choose another name')
  const elsewhere = join(folder, 'missing', 'bert.zip')
  await expect(run('export-user', 'bert', elsewhere)).rejects.toThrow(
    /^There is no folder .*missing\.$/,
  )
})
