import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { fileOf, starts } from '../../mocks/testing/picture.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { CLUB_HEADER } from '../../src/contract/changes.ts'
import { startProgram } from './processes.ts'

const PROGRAM = fileURLToPath(new URL('measured-club.ts', import.meta.url))

/** Starts a club without controls as a separate process, which is killed when the test ends. */
export async function startClubProcess(data: string) {
  const { url, kill } = await startProgram(PROGRAM, [data])
  onTestFinished(kill)
  const call = callThrough((path, init) => fetch(url + path, init))
  const identity = async () => (await fetch(`${url}/api/posts?limit=1`)).headers.get(CLUB_HEADER)
  const contents = async () =>
    (await call('GET /api/posts')).data.posts.map(({ content }) => content)
  return { url, call, kill, identity, contents }
}

const anna = { username: 'anna', password: 'Torque#1', name: 'Anna' }

/** A club with two members, posts, comments, likes, follows and pictures. */
export async function filledClub(data: string, { posts = 20, pictureSize = 20_000 } = {}) {
  const club = await startClubProcess(data)
  const { call } = club
  const signUp = async (body: typeof anna) =>
    (await call('POST /api/auth/signup', { body })).data.encodedToken
  const token = await signUp(anna)
  const other = await signUp({ ...anna, username: 'ben' })
  await call('POST /api/users/follow/:id', { params: { id: '1' }, token: other })
  for (let n = 0; n < posts; n++) {
    const file = fileOf(starts['image/png'], { size: pictureSize })
    const bytes = new Uint8Array(await file.arrayBuffer())
    bytes.set(randomBytes(Math.max(0, pictureSize - 100)), 100)
    const upload = await call('POST /api/uploads', {
      body: { file: new File([bytes], 'ride.png', { type: 'image/png' }) },
      token,
    })
    const body = {
      content: `Lap ${n} \u{1f3cd}\ufe0f`,
      imageUrl: new URL(upload.data.secure_url, club.url).pathname,
    }
    const { data: created } = await call('POST /api/posts', { body, token })
    const params = { postId: created.posts[0]?._id ?? '' }
    await call('POST /api/posts/like/:postId', { params, token: other })
    await call('POST /api/comments/add/:postId', {
      params,
      body: { content: 'Nice' },
      token: other,
    })
  }
  const logIn = (at: Pick<typeof club, 'call'>) =>
    at.call('POST /api/auth/login', { body: { username: 'anna', password: anna.password } })
  return { ...club, token, logIn, write: () => startWriting(club, token) }
}

/** Writes posts until it is stopped. */
function startWriting({ call }: Awaited<ReturnType<typeof startClubProcess>>, token: string) {
  const answered: string[] = []
  let isStopped = false
  const writers = Array.from({ length: 2 }, async (_, writer) => {
    for (let n = 0; !isStopped; n++) {
      const content = `${writer}/${n}`
      const { status } = await call('POST /api/posts', {
        body: { content },
        token,
        prefer: 'return=minimal',
      })
      if (status === 201) answered.push(content)
    }
  })
  const stop = async () => {
    isStopped = true
    await Promise.all(writers)
    return answered
  }
  onTestFinished(async () => void (await stop()))
  return { answered, stop }
}
