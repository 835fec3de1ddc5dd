import { expect, test } from 'vitest'
import { testApi } from '../../../mocks/testing/api.ts'
import { type ApiDefect, apiDefects } from '../../contract/defects.ts'
import { guest } from '../../contract/guest.ts'
import { plantApiDefects } from './plant.ts'

type Api = ReturnType<typeof testApi>

const signUp = ({ call }: Api, username: string, password = 'Torque#1') =>
  call('POST /api/auth/signup', { body: { username, password, name: 'Ada' } })

/** A post of mira with a comment by theo, whose token is second. */
async function commented(api: Api) {
  const [mira, theo] = [await api.signUp('mira-2'), await api.signUp('theo-2')]
  const post = await api.writePost(mira.token, 'Two valves')
  const comment = await api.writeComment(theo.token, post._id, 'Or four')
  return { mira, theo, params: { postId: post._id, commentId: comment._id } }
}

/** A check for each defect, as a tester would write it. */
const probes: Record<ApiDefect, (api: Api) => Promise<void>> = {
  async 'password-length'(api) {
    for (const password of ['Torque#', 'Torque#12345678']) {
      expect((await signUp(api, password, password)).status).toBe(201)
    }
  },

  async 'username-case'(api) {
    await signUp(api, 'Ada')
    expect((await signUp(api, 'ada')).status).toBe(422)
  },

  async 'lost-field'({ call, logIn }) {
    const { token, user } = await logIn(guest)
    const userData = { firstName: 'Gus', bio: 'Two strokes' }
    await call('POST /api/users/edit', { body: { userData }, token })
    const { data } = await call('GET /api/users/:id', { params: { id: user._id } })
    expect(data.user).toMatchObject(userData)
  },

  async 'page-border'({ call, send }) {
    await call('POST /api/mock/reset', { body: { seed: { users: 5, posts: 12 } } })
    const { posts } = (await call('GET /api/posts')).data
    const seen: string[] = []
    for (let path: string | undefined = '/api/posts?limit=5'; path; ) {
      const response = await send(path)
      seen.push(...(await response.json()).posts.map(({ _id }: { _id: string }) => _id))
      path = /<(.*)>/.exec(response.headers.get('Link') ?? '')?.[1]
    }
    expect(seen).toEqual(posts.map(({ _id }) => _id))
  },

  async 'search-case'({ call, signUp, writePost }) {
    const { token } = await signUp('ada')
    const post = await writePost(token, 'A Norton')
    const found = (await call('GET /api/posts', { query: '?search=nORTON' })).data.posts
    expect(found).toEqual([post])
    expect((await call('GET /api/users', { query: '?search=ADA' })).data.users).toHaveLength(1)
  },

  async 'wrong-order'(api) {
    const { theo, params } = await commented(api)
    await api.writeComment(theo.token, params.postId, 'Or five')
    const { data } = await api.call('GET /api/comments/:postId', { params })
    expect(data.comments.map(({ content }) => content)).toEqual(['Or five', 'Or four'])
  },

  async 'like-count'({ call, signUp, writePost, readPost }) {
    const { token } = await signUp('ada')
    const { _id: postId } = await writePost(token, 'Like me')
    const given = { params: { postId }, token }
    await call('POST /api/posts/like/:postId', given)
    await call('POST /api/posts/dislike/:postId', given)
    await call('POST /api/posts/like/:postId', given)
    expect((await readPost(postId)).likes.likeCount).toBe(1)
  },

  async 'wrong-status'({ call, logIn }) {
    const { token } = await logIn(guest)
    const given = { params: { postId: '1' }, body: { content: 'First' }, token }
    expect((await call('POST /api/comments/add/:postId', given)).status).toBe(201)
  },

  async timestamp(api) {
    const { params } = await commented(api)
    const { createdAt, comments } = await api.readPost(params.postId)
    for (const time of [createdAt, comments[0]?.createdAt]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    }
  },

  async 'foreign-edit'(api) {
    const { mira, params } = await commented(api)
    const given = { params, body: { content: 'Theo is right' }, token: mira.token }
    const { status } = await api.call('POST /api/comments/edit/:postId/:commentId', given)
    expect(status).toBe(400)
  },

  async moderation(api) {
    const { mira, params } = await commented(api)
    const given = { params, token: mira.token }
    const { status } = await api.call('POST /api/comments/delete/:postId/:commentId', given)
    expect(status).toBe(201)
  },
}

async function apiWith(defects: ApiDefect[], host = { plant: plantApiDefects }) {
  const api = testApi(undefined, host)
  await api.call('POST /api/mock/settings', { body: { defects } })
  return api
}

test.each(apiDefects)('%s: its check passes without it, and fails with it', async (id) => {
  await probes[id](await apiWith([]))
  const failure = await probes[id](await apiWith([id])).catch((error) => error)
  expect(failure?.name).toBe('AssertionError')
})

test('with all other defects on, the check of each fails still', async () => {
  for (const id of ['wrong-status', 'foreign-edit', 'moderation'] as const) {
    const failure = await probes[id](await apiWith([...apiDefects])).catch((error) => error)
    expect(failure?.name).toBe('AssertionError')
  }
})

test('a host without the controls plants nothing, whatever its stored settings are', async () => {
  for (const id of apiDefects) await probes[id](await apiWith([id], {} as never))
})

test('settings name an unknown defect and the known ones, list each once, and are reset (R13.15)', async () => {
  const { call } = testApi()
  const unknown = { text: JSON.stringify({ defects: ['timestamp', 'slow-engine'] }) }
  const { status, error } = await call('POST /api/mock/settings', unknown)
  expect(status).toBe(400)
  expect(error[0]).toMatch(/^defects\.1: .*slow-engine.* known are password-length, /)
  expect((await call('GET /api/mock')).data.settings.defects).toEqual([])

  const twice = { body: { defects: ['timestamp', 'timestamp'] as ApiDefect[] } }
  const { data } = await call('POST /api/mock/settings', twice)
  expect(data.settings.defects).toEqual(['timestamp'])
  const reset = { body: { seed: 'default' as const, settings: true } }
  expect((await call('POST /api/mock/reset', reset)).data.settings.defects).toEqual([])
})
