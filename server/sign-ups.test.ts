import { decodeJwt } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { INVITATION_HEADER } from '../src/contract/invitation.ts'
import { organiser } from './testing/commands.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const PASSWORD = 'Torque#1'
let count = 0

/** A club, commands of its organiser, and sign-ups at it. */
async function clubWith(changed: Parameters<typeof club>[0] = {}) {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const api = await club({ data, signUp: 'invited', ...changed })
  const run = organiser(data)
  const invite = async (
    ...options: string[]
  ): Promise<{ id: string; link: string; token: string }> => {
    const made = JSON.parse(await run('invite', '--json', ...options))
    return { ...made, token: new URL(made.link).hash.replace('#invitation=', '') }
  }
  const signUp = async (invitation?: string, more: HeadersInit = {}) => {
    count += 1
    const body = { username: `rider-${count}`, password: PASSWORD, name: 'Rider' }
    const headers = {
      ...more,
      ...(invitation !== undefined && { [INVITATION_HEADER]: invitation }),
    }
    const response = await api.post('/api/auth/signup', body, headers)
    const { error, createdUser } = await response.json()
    return { status: response.status, text: error?.[0], user: createdUser, body }
  }
  return { ...api, run, invite, signUp }
}

test('an open club needs no invitation, and counts one that is given', async () => {
  const { signUp, invite, run } = await clubWith({ signUp: 'open' })
  expect((await signUp()).status).toBe(201)
  expect((await signUp('old')).status).toBe(201)
  const { token } = await invite('--uses', '2')
  expect((await signUp(token)).status).toBe(201)
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([{ left: '1 of 2' }])
})

test('a closed club takes no new members, with an invitation neither, but its organiser can add accounts', async () => {
  const { signUp, invite, password } = await clubWith({ signUp: 'closed', account: 'anna' })
  const closed = { status: 403, text: 'This club takes no new members.' }
  expect(await signUp()).toMatchObject(closed)
  expect(await signUp((await invite()).token)).toMatchObject(closed)
  expect(password).toBeDefined()
})

test('an invited club needs an invitation, which one person can use (R3.25)', async () => {
  const { signUp, invite } = await clubWith()
  const text = 'This club is for people with an invitation. Ask its organiser for a link.'
  expect(await signUp()).toMatchObject({ status: 403, text })
  const { token } = await invite()
  expect((await signUp(token)).status).toBe(201)
  const used = 'This invitation has been used. Ask the organiser of the club for a new one.'
  expect(await signUp(token)).toMatchObject({ status: 403, text: used })
})

test('each invitation that does not work says why (R3.25)', async () => {
  const { signUp, invite, run } = await clubWith()
  const { token, id } = await invite('--uses', '3')
  const [head, claims, signature = ''] = token.split('.')
  const forged = [head, claims, signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))].join(
    '.',
  )
  const elsewhere = await (await clubWith()).invite()
  const session = (await signUp(token)).user
  expect(session).toBeDefined()
  const ask = 'Ask the organiser of the club for a new one.'
  for (const [invitation, text] of [
    [token.slice(0, 30), 'This invitation is not complete. Open the whole link, or scan its code.'],
    ['x'.repeat(5_000), 'This invitation is not complete. Open the whole link, or scan its code.'],
    [forged, `This invitation is of another club. ${ask}`],
    [elsewhere.token, `This invitation is of another club. ${ask}`],
  ] as const)
    expect(await signUp(invitation)).toMatchObject({ status: 403, text })
  await run('revoke-invitation', id)
  const revoked = `This invitation was revoked. ${ask}`
  expect(await signUp(token)).toMatchObject({ status: 403, text: revoked })
})

test('an invitation expires when it says so', async () => {
  const { signUp, invite } = await clubWith()
  const { token } = await invite('--uses', '2', '--expires', '2h')
  expect((await signUp(token)).status).toBe(201)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 + 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  const text = 'This invitation has expired. Ask the organiser of the club for a new one.'
  expect(await signUp(token)).toMatchObject({ status: 403, text })
})

test('an invitation is no session, and a session no invitation', async () => {
  const { post, send, signUp, invite } = await clubWith({ account: 'anna' })
  const { token } = await invite()
  expect(Object.keys(decodeJwt(token)).sort()).toEqual(['exp', 'invitation'])
  expect((await post('/api/auth/verify', { encodedToken: token })).status).toBe(401)
  const posting = post('/api/posts', { content: 'x' }, { authorization: token })
  expect((await posting).status).toBe(404)
  expect((await send('/api/changes', { headers: { authorization: token } })).status).toBe(200)
  const { body, user } = await signUp(token)
  const { encodedToken } = await (await post('/api/auth/login', body)).json()
  expect(user._id).toBeDefined()
  expect((await signUp(encodedToken)).text).toContain('of another club')
})

test('of ten sign-ups at the same time with three uses, three succeed', async () => {
  const { signUp, invite, run } = await clubWith()
  const { token } = await invite('--uses', '3')
  const replies = await Promise.all(Array.from({ length: 10 }, () => signUp(token)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 403]))
  expect((await run('list', '--json')).match(/rider-/g)?.length).toBe(3)
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([{ left: '0 of 3' }])
})

test('a sign-up whose reply was lost can be repeated with the same invitation, which counts once (R3.25)', async () => {
  const { post, invite, run } = await clubWith()
  const { token } = await invite('--uses', '1')
  const headers = { [INVITATION_HEADER]: token, 'Idempotency-Key': crypto.randomUUID() }
  const body = { username: 'lost-reply', password: PASSWORD, name: 'Rider' }
  const first = await (await post('/api/auth/signup', body, headers)).json()
  const again = await post('/api/auth/signup', body, headers)
  expect(again.status).toBe(201)
  expect((await again.json()).createdUser._id).toBe(first.createdUser._id)
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([{ left: '0 of 1' }])
})

test('a sign-up that fails does not use the invitation up, which is not stored with the user (R3.25)', async () => {
  const { signUp, post, invite, run } = await clubWith()
  const { token } = await invite()
  const { body } = await signUp((await invite()).token)
  const taken = await post('/api/auth/signup', body, { [INVITATION_HEADER]: token })
  expect(taken.status).toBe(422)
  const { status, user } = await signUp(token)
  expect(status).toBe(201)
  expect(JSON.stringify(user)).not.toContain('nvitation')
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([
    { left: '0 of 1', 'used by': body.username },
    { left: '0 of 1', 'used by': user.username },
  ])
})

test('invitations lift the limit of one address, within a limit of their own', async () => {
  const limits = {
    signUps: { burst: 2, perSecond: 0.001 },
    invited: { burst: 4, perSecond: 0.001 },
  }
  const { signUp, invite } = await clubWith({ signUp: 'open', limits })
  const first = await invite('--uses', '99')
  const statuses = async (token?: string) => {
    const all: number[] = []
    for (let n = 0; n < 5; n++) all.push((await signUp(token)).status)
    return all
  }
  expect(await statuses()).toEqual([201, 201, 429, 429, 429])
  expect(await statuses(first.token)).toEqual([201, 201, 201, 201, 429])
  const second = await invite('--uses', '2')
  expect(await statuses(second.token)).toEqual([201, 201, 429, 429, 429])
  expect((await signUp('invalid')).status).toBe(429)
})

test('a link has the address at which the club was started, unless another one is given', async () => {
  const { url, invite } = await clubWith()
  expect((await invite()).link).toMatch(new RegExp(`^${url}/\\?form=signup#invitation=ey`))
  const elsewhere = await invite('--origin', 'https://Club.test/')
  expect(elsewhere.link).toMatch(/^https:\/\/club\.test\/\?form=signup#/)
  const proxied = await clubWith({ origin: ['https://public.test'] })
  expect((await proxied.invite()).link).toMatch(/^https:\/\/public\.test\/\?/)
})

test('invite prints the link, a QR code, and how to end it; invitations lists all', async () => {
  const { run } = await clubWith()
  const printed = await run('invite', '--uses', '3', '--expires', '4w', '--note', 'Spring meet')
  expect(printed).toMatch(
    /▀.*#invitation=ey.*3 people can sign up.*revoke-invitation [\da-f-]{36}$/s,
  )
  const table = await run('invitations')
  expect(table).toMatch(/^id +note +left +expires +state +used by\n.*Spring meet +3 of 3 .* valid/)
  const [id = ''] = /[\da-f-]{36}/.exec(printed) ?? []
  await run('revoke-invitation', id)
  expect(await run('invitations')).toContain('revoked')
  await expect(run('revoke-invitation', id)).rejects.toThrow('was revoked before')
  await expect(run('revoke-invitation', 'x')).rejects.toThrow('There is no invitation x.')
})

test.each([
  [['--uses', '0'], '--uses takes a number from 1'],
  [['--uses', '1.5'], '--uses takes a number from 1'],
  [['--expires', 'soon'], '--expires takes hours, days or weeks'],
  [['--expires', '90w'], '--expires takes hours, days or weeks'],
  [['--origin', 'club'], '--origin takes an address such as https://club.example.com, not club'],
])('invite %j says what is wrong', async (options, text) => {
  const { run } = await clubWith()
  await expect(run('invite', ...options)).rejects.toThrow(text)
})

test('the page knows who may sign up', async () => {
  const { send } = await clubWith()
  expect(await (await send('/')).text()).toContain('data-club="" data-sign-up="invited"')
  const open = await clubWith({ signUp: 'open' })
  expect(await (await open.send('/')).text()).not.toContain('data-sign-up')
})
