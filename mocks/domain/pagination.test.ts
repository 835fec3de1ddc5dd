import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

async function searchable() {
  const api = testApi()
  await api.call('POST /api/mock/reset', { body: { seed: 'empty' } })
  const signUp = async (username: string, name: string) => {
    const body = { username, name, email: `${username}@x.test`, password: 'Rally2004!' }
    return (await api.call('POST /api/auth/signup', { body })).data.encodedToken
  }
  const mira = await signUp('mira', 'Mira Torque')
  const joe = await signUp('joe', 'Joseph Mirage')
  for (const content of ['A café racer', 'New tyres', 'MIRA was here']) {
    await api.writePost(joe, content)
  }
  await api.writePost(mira, 'Tyres again')
  const posts = async (query: string) => {
    const { data, headers, status } = await api.call('GET /api/posts', { query })
    const found = data.posts?.map(({ content }) => content)
    return { status, found, link: headers.get('Link') }
  }
  const users = async (query: string) => {
    const { data, headers } = await api.call('GET /api/users', { query })
    return { found: data.users.map(({ username }) => username), link: headers.get('Link') }
  }
  return { ...api, joe, posts, users }
}

test('a search of posts matches usernames and texts, ignoring case (R8.1, R8.3)', async () => {
  const { posts } = await searchable()
  expect((await posts('?search=mira')).found).toEqual(['Tyres again', 'MIRA was here'])
  expect((await posts('?search=TYRES')).found).toEqual(['Tyres again', 'New tyres'])
  expect((await posts('?search=CAFÉ')).found).toEqual(['A café racer'])
  expect((await posts('?search=sidecar')).found).toEqual([])
})

test('a search is trimmed, and an empty search finds everything', async () => {
  const { posts } = await searchable()
  expect((await posts('?search=%20new%20tyres%20')).found).toEqual(['New tyres'])
  expect((await posts('?search=%20')).found).toHaveLength(4)
})

test('a search of users matches first names and usernames (R8.2)', async () => {
  const { users } = await searchable()
  expect((await users('?search=MIRA')).found).toEqual(['joe', 'mira'])
  expect((await users('?search=torque')).found).toEqual(['mira'])
  expect((await users('?search=x.test')).found).toEqual([])
})

test('the pages of a search link to each other and skip rows that do not match', async () => {
  const { joe, posts, writePost } = await searchable()
  for (let index = 0; index < 4; index++) {
    await writePost(joe, `Needle ${index}`)
    await writePost(joe, `Hay ${index}`)
  }
  const seen: (string[] | undefined)[] = []
  let query = '?search=needle&limit=3'
  while (query) {
    const { found, link } = await posts(query)
    seen.push(found)
    query = link ? new URL(/<(.+)>/.exec(link)?.[1] ?? '', 'http://gearheads.test').search : ''
  }
  expect(seen).toEqual([['Needle 3', 'Needle 2', 'Needle 1'], ['Needle 0']])
})

test('a search reads more rows than fit into one batch', async () => {
  const api = testApi()
  const seed = { users: 5, posts: 1200, seed: 7 }
  await api.call('POST /api/mock/reset', { body: { seed } })
  const all = (await api.call('GET /api/posts', {})).data.posts
  const oldest = all.at(-1)
  const wanted = oldest?.content.slice(0, 60) ?? ''
  const expected = all.filter(({ content }) => content.includes(wanted)).map(({ _id }) => _id)
  const query = `?search=${encodeURIComponent(wanted)}`
  const { posts } = (await api.call('GET /api/posts', { query })).data
  expect(posts.map(({ _id }) => _id)).toEqual(expected)
  expect(posts.at(-1)?._id).toBe(oldest?._id)
})

test('pages of users continue before a user named by id; an unknown one is an error', async () => {
  const { call, users } = await searchable()
  expect((await users('?limit=1')).found).toEqual(['joe'])
  const { link } = await users('?limit=1')
  const { search } = new URL(/<(.+)>/.exec(link ?? '')?.[1] ?? '', 'http://gearheads.test')
  // A full page that is the last one has no link.
  expect(await users(search)).toEqual({ found: ['mira'], link: null })
  expect((await users('?before=2')).found).toEqual(['mira'])
  const { status, error } = await call('GET /api/users', { query: '?before=99' })
  expect([status, error]).toEqual([404, ["This user doesn't exist."]])
})

test('a search of more than 200 characters is a 400 that names it (R15.12)', async () => {
  const { call } = testApi()
  const search = (text: string) =>
    call('GET /api/posts', { query: `?${new URLSearchParams({ search: text })}` })
  expect((await search('🏍'.repeat(200))).status).toBe(200)
  const { status, error } = await search('x'.repeat(201))
  expect([status, error]).toEqual([400, ['search: must be at most 200 characters']])
})
