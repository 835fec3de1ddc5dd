import { encode } from 'jose/base64url'
import { expect, it } from 'vitest'
import type { Defect } from '../../../contract/defects.ts'
import { guest } from '../../../contract/guest.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import {
  decodeScenario,
  describeData,
  describeSettings,
  encodeScenario,
  type Scenario,
} from './scenario.ts'

const settings = { delay: 20, now: '+2d', failures: [], overrides: [] }
const scenario: Scenario = { version: 5, seed: 'default', settings, viewer: 'mira' }

function userOf(username: string) {
  const time = '2026-05-01T12:00:00+00:00'
  const photo = { default: '/seed/people/mira.svg', chosen: '' }
  return {
    _id: '019a0000-0000-7001-8000-000000000001',
    id: '1',
    username,
    firstName: 'A',
    name: 'A',
    bio: '',
    profilePhoto: photo,
    coverPhoto: photo,
    extra: {},
    followers: [],
    following: [],
    bookmarks: [],
    liked: [],
    createdAt: time,
    updatedAt: time,
    password: `pbkdf2$100000$${'a'.repeat(22)}$${'b'.repeat(43)}`,
  }
}

async function pack(value: unknown): Promise<string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return `scenario=${encode(new Uint8Array(await new Response(packed).arrayBuffer()))}`
}

it('decodes what it encodes, without empty lists', async () => {
  const fragment = await encodeScenario(scenario)
  expect(fragment).toMatch(/^scenario=[\w-]{20,200}$/)
  expect(await decodeScenario(fragment)).toEqual({
    ...scenario,
    settings: { delay: 20, now: '+2d' },
  })
  const empty: Scenario = { version: 5, seed: { users: 3, posts: 0, seed: 9 }, settings: {} }
  expect(await decodeScenario(await encodeScenario(empty))).toEqual(empty)
})

it('carries no password or token, and a snapshot gets known passwords (R13.13)', async () => {
  const usernames = ['mira', 'ada', '__proto__']
  const users = usernames.map(userOf)
  const rows = { users, posts: [], comments: [], uploads: [] }
  const snapshot = {
    version: 5,
    sequences: { users: 3, posts: 0, comments: 0, uploads: 0 },
    ...rows,
  }
  const body = { foundUser: {}, encodedToken: 'any text' }
  const override = { id: 'o', method: 'POST', path: '/api/auth/login', status: 200, body }
  const fragment = await encodeScenario({
    version: 5,
    snapshot,
    settings: { overrides: [override] },
  })
  const decoded = await decodeScenario(fragment)
  expect(JSON.stringify(decoded)).not.toMatch(/any text|pbkdf2/)
  const passwords = [seedPasswords.mira, guest.password, guest.password]
  expect(decoded.snapshot).toEqual({
    ...snapshot,
    users: users.map((user, index) => ({ ...user, password: passwords[index] })),
  })
})

it('refuses data that are too large for a link (R13.14)', async () => {
  const noise = Array.from({ length: 3000 }, () => crypto.randomUUID()).join('')
  const override = { id: 'o', method: 'GET', path: '/api/x', status: 200, body: noise }
  const large = { ...scenario, settings: { overrides: [override] } }
  await expect(encodeScenario(large)).rejects.toThrow('too large for a link')
})

const CHANGED = 'This link is incomplete or was changed.'
it.each([
  ['nothing', async () => 'scenario=', CHANGED],
  ['other characters', async () => 'scenario=%00<script>', CHANGED],
  ['a cut link', async () => (await encodeScenario(scenario)).slice(0, -4), CHANGED],
  [
    'a changed link',
    async () => (await encodeScenario(scenario)).replace(/(.{30}).(.)/, '$1$2$2'),
    CHANGED,
  ],
  ['no JSON', () => pack('{'), CHANGED],
  ['a very long link', async () => `scenario=${'A'.repeat(32_001)}`, 'too long'],
  ['a text that unpacks to 20 MB', () => pack(`"${'x'.repeat(20_000_000)}"`), CHANGED],
  ['another value', () => pack('null'), 'malformed'],
  ['no data', () => pack({ version: 5 }), 'a seed or a snapshot'],
  ['two kinds of data', () => pack({ ...scenario, snapshot: {} }), 'malformed'],
  ['only the guest', () => pack({ ...scenario, seed: 'guest' }), 'a seed or a snapshot'],
  ['an unknown field', () => pack({ ...scenario, token: 'x' }), 'token'],
  ['an unknown setting', () => pack({ ...scenario, settings: { later: 1 } }), 'settings.later'],
  ['users that are no list', () => pack({ version: 5, snapshot: { users: {} } }), 'malformed'],
  [
    'users that are no objects',
    () => pack({ version: 5, snapshot: { users: [null] } }),
    'malformed',
  ],
])('refuses %s (R13.14)', async (_, fragment, problem) => {
  await expect(decodeScenario(await fragment())).rejects.toThrow(problem)
})

it('says what a link sets', () => {
  expect(describeData(scenario)).toBe('the seed data')
  expect(describeData({ version: 5, seed: 'empty' })).toBe('no users and no posts')
  expect(describeData({ version: 5, seed: { users: 50, posts: 9 } })).toBe(
    '50 users and 9 posts, generated from seed 1',
  )
  const failures = [{ method: '*', path: '*', status: 500 }]
  const defects: Defect[] = ['moderation', 'lost-field']
  expect(describeSettings({ ...scenario, settings: { delay: 0, failures, defects } })).toEqual([
    'Delay in ms: 0',
    'Every call answers 500',
    'Planted defects: moderation, lost-field',
  ])
  const many = Array.from({ length: 8 }, (_, n) => ({ ...failures[0], path: `/api/posts/${n}` }))
  expect(
    describeSettings({ ...scenario, settings: { failures: many } as Scenario['settings'] }),
  ).toHaveLength(6)
})
