import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { picture } from '../mocks/testing/picture.ts'
import { startClub } from '../server/start.ts'
import { call } from '../src/client/call.ts'
import { forPage } from '../src/client/server-address.ts'
import { stubs } from './vite/stubs.ts'

// The app's own client, built with VITE_API_URL, and `npm run api`, over HTTP.
let server: Awaited<ReturnType<typeof startClub>>
const storage = new Map<string, string>()

beforeEach(async () => {
  server = await startClub({
    ...{ host: 'localhost', port: 0, data: ':memory:', origin: [] },
    ...{ controls: true, trustProxy: false, apiOnly: true },
  })
  vi.stubEnv('VITE_API_URL', server.url)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://app.test/homePage'))
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await server.close()
})

async function signUp(): Promise<string> {
  const body = { username: 'ada', password: 'Torque#1', name: 'Ada' }
  const { encodedToken } = await call('POST /api/auth/signup', { body })
  storage.set('gearheads-token', encodedToken)
  return encodedToken
}

test('a picture is shown from the server, which still recognizes it as its own', async () => {
  const authorization = await signUp()
  const form = new FormData()
  form.set('file', picture())
  const init = { method: 'POST', headers: { authorization }, body: form }
  const kept = forPage(await (await fetch(`${server.url}/api/uploads`, init)).json())

  const body = { content: 'At dusk', imageUrl: kept.secure_url }
  const [post] = (await call('POST /api/posts', { body })).posts
  expect(post?.imageUrl).toBe(kept.secure_url)
  expect((await fetch(post?.imageUrl ?? '')).headers.get('Content-Type')).toBe('image/webp')
  expect((await fetch(post?.userPhoto ?? '')).headers.get('Content-Type')).toContain('image/svg+xml')

  // Deleting its last post removes the picture only if the server recognized it.
  await call('DELETE /api/posts/:postId', { params: { postId: post?._id ?? '' } })
  expect((await fetch(kept.secure_url)).status).toBe(404)
})

test('the client throws the errors of the server as its own', async () => {
  storage.clear()
  const posting = call('POST /api/posts', { body: { content: 'Hi' } })
  await expect(posting).rejects.toMatchObject({
    message: 'Request failed with status code 404',
    response: { data: { error: ['The username you entered is not Registered. Not Found error'] } },
  })
})

const root = join(import.meta.dirname, '..')

/** The worker's code, built for the server at `apiUrl`; without a server if empty. */
async function workerFor(apiUrl: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    resolve: { alias: stubs },
    define: {
      'import.meta.env.VITE_API_URL': JSON.stringify(apiUrl),
      'import.meta.env.VITE_UPLOAD_DELIVERY_URL': '""',
      'import.meta.env.VITE_BUILD': '"test"',
    },
    build: { write: false, minify: true, rolldownOptions: { input: join(root, 'src/sw.ts') } },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code
}

const ofHandlers = 'there was no route defined to handle this request'

test('the worker of an app with a server contains no back end', async () => {
  const [own, lean] = await Promise.all([workerFor(''), workerFor('https://api.test')])
  expect(own).toContain(ofHandlers)
  expect(lean).not.toContain(ofHandlers)
  expect(lean).toContain('SKIP_WAITING')
})
