import type { GenericSchema } from 'valibot'
import { Name, Username } from '../../src/contract/auth.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { PictureUrl, StoredPictureUrl } from '../../src/contract/content.ts'
import { newUsername } from '../conformance/cases/case.ts'

/** The field that the error names, and a body in which that field is wrong. */
export type WrongBody = readonly [field: string, body: unknown]

/** The second is short, until it is folded. */
const LONG_NAMES = ['x'.repeat(101), '\ufdfa'.repeat(6), '🏍'.repeat(101)]

const NO_PICTURES = [
  ...['javascript:alert(1)', 'data:image/png;base64,AAAA', '//elsewhere.test', '/me.webp'],
]

/** Invalid values of a schema, for every call that uses it. */
const forbidden = new Map<unknown, readonly unknown[]>([
  [Name, ['', ' ', ' \u200b ', ...LONG_NAMES]],
  [Username, ['', '\t', ' \u200b', '.', ' .. ', ...LONG_NAMES]],
  [PictureUrl, [...NO_PICTURES, `https://pictures.test/${'x'.repeat(2000)}`]],
  [StoredPictureUrl, NO_PICTURES],
])

const ofAnotherType: Record<string, readonly unknown[]> = {
  string: [5, { text: 'Hi' }, []],
  number: ['400', null],
  boolean: ['yes', 1],
  array: ['list', {}],
  object: [5, 'text'],
  loose_object: [5, 'text'],
  union: [null, 5],
}

/** Invalid values for one call, beyond those of shared schemas. */
const special: Partial<Record<CallName, readonly WrongBody[]>> = {
  'POST /api/auth/login': [
    ...LONG_NAMES.map((username) => ['username', { username, password: 'x' }] as const),
    ['password', { username: 'x', password: 'x'.repeat(1_001) }],
  ],
  'POST /api/auth/verify': [['encodedToken', { encodedToken: 'x'.repeat(8_001) }]],
  'POST /api/auth/signup': [
    ['password', { username: 'x', name: 'X', password: '' }],
    ['password', { username: 'x', name: 'X', password: 'x'.repeat(1_001) }],
    ['bio', { username: 'x', name: 'X', password: 'x', bio: 'x'.repeat(10_001) }],
    ['club', { username: newUsername(), name: 'X', password: 'x', club: 'x'.repeat(10_001) }],
  ],
  'POST /api/users/edit': [
    ['userData', { userData: ['a'] }],
    ['userData.bio', { userData: { bio: 'x'.repeat(10_001) } }],
    ['userData.club', { userData: { club: { of: Array(3_000).fill('km') } } }],
    ['userData.profilePhoto.alt', { userData: { profilePhoto: { alt: 'x'.repeat(2_001) } } }],
  ],
  'POST /api/posts': [['imageAlt', { content: '', imageAlt: 'x'.repeat(2_001) }]],
  'POST /api/mock/settings': [
    ['failures.0.status', { failures: [{ method: 'GET', path: '*', status: 200 }] }],
    ['failures.0.path', { failures: [{ method: 'GET', path: '/api/no/:id', status: 500 }] }],
  ],
  'POST /api/mock/reset': [['seed.users', { seed: { users: 0, posts: 4 } }]],
  'POST /api/uploads': [
    ['file', { cloud_name: 'garage' }],
    ['file', { file: 'ride.png' }],
  ],
  'POST /api/uploads/:id/moved': [['secure_url', { secure_url: '/api/uploads/1' }]],
}

/**
 * Invalid bodies for a call, made from its schema and its example: each field missing, of another type, or with
 * a value that its schema rejects.
 */
export function wrongBodiesOf(name: CallName): WrongBody[] {
  const { body, form, example }: Call = calls[name]
  if (!body) return []
  const derived = form ? [] : [...wrongValues(body, example)]
  return [
    ...derived.map(([field, value]) => [field || 'body', value] as const),
    ...(special[name] ?? []),
  ]
}

/** The fields of a valibot schema that this code depends on. */
type Schema = {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  pipe?: readonly { kind: string; type: string }[]
}

const isOptional = ({ type }: Schema) => type === 'optional' || type === 'nullish'

function hasRequired(schema: Schema | undefined): boolean {
  return Object.values(schema?.entries ?? {}).some((entry) => !isOptional(entry))
}

function* wrongValues(schema: GenericSchema | Schema, example: unknown): Generator<WrongBody> {
  const { type, wrapped, pipe } = schema as Schema
  if (wrapped) {
    for (const wrong of wrongValues(wrapped, example)) {
      if (type !== 'nullish' || wrong[1] !== null) yield wrong
    }
    return
  }
  // In a pipe that starts with `unknown`, a later item has the type.
  const typed = (pipe?.findLast(({ kind }) => kind === 'schema') ?? schema) as Schema
  for (const value of forbidden.get(schema) ?? []) yield ['', value]
  for (const value of ofAnotherType[typed.type] ?? []) yield ['', value]
  for (const [key, entry] of Object.entries(typed.entries ?? {})) {
    const { [key]: at, ...others } = (example ?? {}) as Record<string, unknown>
    if (!isOptional(entry)) yield [key, others]
    // Without an example, another required field of the object would be missing, too.
    const isBlank = at === undefined && hasRequired(entry.wrapped)
    for (const [field, value] of wrongValues(entry, at)) {
      if (field && isBlank) continue
      yield [[key, field].filter(Boolean).join('.'), { ...others, [key]: value }]
    }
  }
  if (typed.item && Array.isArray(example) && example.length > 0) {
    for (const [field, value] of wrongValues(typed.item, example[0])) {
      yield [['0', field].filter(Boolean).join('.'), [value, ...example.slice(1)]]
    }
  }
}
