import { expect, onTestFinished, test } from 'vitest'
import { picture } from '../mocks/testing/picture.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { TOKENS_HEADER } from '../sync/protocol.ts'
import { organiser } from './testing/commands.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const SECRET = 'Meet at the old quarry'
const REFUSED = { error: [apiErrors.notRegistered.text] }

/** A club for members only, with a member, her post with a comment and a picture, and the ways into it. */
async function closedClub() {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const limits = { requests: { burst: 10_000, perSecond: 1_000 } }
  const api = await club({ account: 'anna', membersOnly: true, data, limits })
  const logIn = () => api.post('/api/auth/login', { username: 'anna', password: api.password })
  const { encodedToken: token, foundUser: user } = await (await logIn()).json()
  const as = { authorization: token }
  const form = new FormData()
  form.set('file', picture())
  const uploading = api.send('/api/uploads', { method: 'POST', body: form, headers: as })
  const { secure_url: imageUrl } = await (await uploading).json()
  const writing = api.post('/api/posts', { content: SECRET, imageUrl }, as)
  const { posts } = await (await writing).json()
  const postId: string = posts[0]._id
  const commenting = api.post(`/api/comments/add/${postId}`, { content: SECRET }, as)
  const { comments } = await (await commenting).json()
  const ids: Record<string, string> = { postId, commentId: comments[0]._id, username: 'anna' }
  const fill = (path: string) =>
    path.replace(/:(\w+)/g, (_, name) =>
      name !== 'id' ? (ids[name] ?? 'x') : path.includes('uploads') ? imageUrl.slice(13) : user._id,
    )
  const readCookie = async (path = '/api/posts') => {
    const { headers } = await api.send(path, { headers: as })
    return headers.get('Set-Cookie')?.split(';')[0] ?? ''
  }
  return {
    ...api,
    as,
    token,
    user,
    postId,
    imageUrl,
    fill,
    readCookie,
    run: organiser(data),
    logIn,
  }
}

/** All that a stranger can request. A new route is not among them. */
const OPEN = [
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'POST /api/auth/verify',
  'POST /api/auth/logout',
  'GET /api/auth/keys',
  'GET /api/openapi.json',
  'GET /api/push',
  'DELETE /api/push',
]

test('every route of the API rejects strangers, whatever they send, and nothing of the club is in a reply (R3.26)', async () => {
  const { send, routes, fill, token } = await closedClub()
  const paths = new Set(routes.map(({ path }) => path).filter((path) => path.startsWith('/api/')))
  expect(paths.size).toBeGreaterThan(30)
  expect([...paths]).toEqual(expect.arrayContaining(['/api/changes', '/api/replica', '/api/*']))
  // Not the last character, some bits of which belong to no byte.
  const changed = token.replace(/.(?=.{9}$)/, (one: string) => (one === 'A' ? 'B' : 'A'))
  const strangers: HeadersInit[] = [
    {},
    { authorization: changed },
    { [TOKENS_HEADER]: changed },
    { Cookie: `gearheads-pictures=${token}` },
  ]
  const leaks: string[] = []
  for (const pattern of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT']) {
      if (OPEN.includes(`${method.replace('HEAD', 'GET')} ${pattern}`)) continue
      for (const headers of strangers) {
        const body = method === 'POST' ? '{}' : undefined
        const path = `${fill(pattern)}?limit=5&search=quarry`
        const response = await send(path, { method, headers, body, redirect: 'manual' })
        const text = await response.text()
        const isRefused = response.status === 404 && !response.headers.has('Changes-Cursor')
        const isSame = method === 'HEAD' || text === JSON.stringify(REFUSED)
        if (!isRefused || !isSame) leaks.push(`${method} ${path}: ${response.status} ${text}`)
      }
    }
  }
  expect(leaks).toEqual([])
}, 120_000)

test('what is open to strangers says nothing of the club', async () => {
  const { send, post, user } = await closedClub()
  const bodies = [
    await send('/api/auth/keys'),
    await send('/api/openapi.json'),
    await send('/api/push'),
    await post('/api/auth/verify', { encodedToken: 'x' }),
    await post('/api/auth/logout', { encodedToken: 'x' }),
    await post('/api/auth/login', { username: 'anna', password: 'x' }),
    await send('/'),
    await send('/sw.js'),
    await send('/privacy'),
    await send('/healthz'),
  ].map((response) => response.text())
  for (const body of await Promise.all(bodies)) {
    expect(body).not.toContain(SECRET)
    expect(body).not.toContain(user._id)
  }
})

test('a path that is spelled in another way is not open', async () => {
  const { send } = await closedClub()
  const paths = [
    '/api/posts/',
    '/api//posts',
    '/api/%70osts',
    '/API/posts',
    '/api/auth/keys/../../posts',
  ]
  for (const path of paths) expect(await (await send(path)).text()).not.toContain(SECRET)
})

test('a member reads with the token, and a device with those of its users', async () => {
  const { send, as, token, user, post } = await closedClub()
  expect(await (await send('/api/posts', { headers: as })).text()).toContain(SECRET)
  const tokens = { [TOKENS_HEADER]: `ended,${token}` }
  const copy = await send(`/api/replica?viewer=${user._id}`, { headers: tokens })
  expect(await copy.text()).toContain(SECRET)
  const sync = await post('/api/changes', { since: '', writes: [] }, tokens)
  expect(sync.status).toBe(200)
  // A route that is not there is still not there.
  expect(await (await send('/api/none', { headers: as })).json()).toMatchObject({
    description: 'UNDEFINED_ROUTE',
  })
})

test('a cookie shows pictures, and no cache on the way may keep them', async () => {
  const { send, imageUrl, readCookie } = await closedClub()
  const Cookie = await readCookie()
  expect(Cookie).toMatch(/^gearheads-pictures-[\w-]{8}=/)
  const shown = await send(imageUrl, { headers: { Cookie } })
  expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect(shown.headers.get('Cache-Control')).toBe('no-store')
  expect(shown.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect((await send(imageUrl, { method: 'HEAD', headers: { Cookie } })).status).toBe(200)
})

test('the cookie is of this site only, and of https where the request is', async () => {
  const { send, as } = await closedClub()
  const { headers } = await send('/api/posts', { headers: as })
  expect(headers.get('Set-Cookie')).toMatch(/; Path=\/; Max-Age=259(2000|1\d{3}); SameSite=Strict$/)
  const proxied = await club({ account: 'ben', membersOnly: true, trustProxy: true })
  const logIn = proxied.post('/api/auth/login', { username: 'ben', password: proxied.password })
  const { encodedToken: authorization } = await (await logIn).json()
  const https = { authorization, 'X-Forwarded-Proto': 'https' }
  const reply = await proxied.send('/api/posts', { headers: https })
  expect(reply.headers.get('Set-Cookie')).toMatch(/; SameSite=Strict; Secure$/)
})

test('a cookie that works is not replaced, and one that does not is', async () => {
  const { send, as, readCookie } = await closedClub()
  const Cookie = await readCookie()
  const kept = await send('/api/posts', { headers: { ...as, Cookie } })
  expect(kept.headers.get('Set-Cookie')).toBeNull()
  const broken = await send('/api/posts', { headers: { ...as, Cookie: `${Cookie}x` } })
  expect(broken.headers.get('Set-Cookie')).toContain('gearheads-pictures')
})

test('the cookie reads nothing else, writes nothing, and is no session (R3.26)', async () => {
  const { send, post, postId, user, readCookie } = await closedClub()
  const Cookie = await readCookie()
  const [, value = ''] = Cookie.split('=')
  for (const path of ['/api/posts', '/api/users', `/api/replica?viewer=${user._id}`])
    expect((await send(path, { headers: { Cookie } })).status).toBe(404)
  for (const path of ['/api/posts', `/api/posts/like/${postId}`, '/api/uploads', '/api/changes'])
    expect((await post(path, { content: 'x' }, { Cookie })).status).toBe(404)
  expect((await send('/api/posts', { headers: { authorization: value } })).status).toBe(404)
  expect((await post('/api/auth/verify', { encodedToken: value })).status).toBe(401)
})

test('a session that has ended reads nothing, with its token or its cookie (R3.26)', async () => {
  const { send, as, run, imageUrl, readCookie } = await closedClub()
  const Cookie = await readCookie()
  await run('suspend', 'anna')
  expect((await send('/api/posts', { headers: as })).status).toBe(404)
  expect((await send('/api/changes', { headers: { Cookie } })).status).toBe(404)
  expect((await send(imageUrl, { headers: { Cookie } })).status).toBe(404)
})

test('the stream ends when its member is suspended, and not when another one changes', async () => {
  const { send, post, as, run, readCookie } = await closedClub()
  await post('/api/auth/signup', { username: 'ben', password: 'Torque#1', name: 'Ben' })
  const Cookie = await readCookie()
  const { body } = await send('/api/changes', { headers: { Cookie } })
  const text = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream())
  const reader = text.getReader()
  await reader.read()
  await run('suspend', 'ben')
  let received = ''
  while (!received.includes('"users"')) received += (await reader.read()).value
  await post('/api/posts', { content: 'After it' }, as)
  while (!received.includes('"posts"')) received += (await reader.read()).value
  await run('suspend', 'anna')
  for (let end = false; !end; ) end = (await reader.read()).done
})

test('a new password ends the stream of another device', async () => {
  const { send, post, as, logIn, readCookie } = await closedClub()
  const Cookie = await readCookie()
  const { encodedToken: authorization } = await (await logIn()).json()
  const { body } = await send('/api/changes', { headers: as })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await post('/api/auth/logout-others', {}, { authorization })
  for (let end = false; !end; ) end = (await reader.read()).done
  expect((await send('/api/changes', { headers: { Cookie } })).status).toBe(404)
})

test('a log-out ends the cookie of its session, also a copy, and those of other sessions stay', async () => {
  const { send, post, as, token, logIn, readCookie, imageUrl } = await closedClub()
  const Cookie = await readCookie()
  const { encodedToken: authorization } = await (await logIn()).json()
  const { headers } = await send('/api/posts', { headers: { authorization } })
  const other = headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const see = async (cookie: string) =>
    (await send(imageUrl, { headers: { Cookie: cookie } })).status
  expect([await see(Cookie), await see(other)]).toEqual([200, 200])
  expect((await post('/api/auth/logout', { encodedToken: token })).status).toBe(200)
  expect([await see(Cookie), await see(other)]).toEqual([404, 200])
  expect((await send('/api/posts', { headers: as })).status).toBe(404)
  expect((await send('/api/posts', { headers: { authorization } })).status).toBe(200)
})

test('page and worker know that the club is for members only', async () => {
  const { send } = await closedClub()
  const page = await (await send('/')).text()
  expect(page).toContain('<html data-club="" data-members-only ')
  expect(await (await send('/sw.js')).text()).toContain('"membersOnly":true')
})
