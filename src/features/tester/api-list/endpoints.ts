import type { Call } from '../../../contract/call.ts'
import { type Body, type CallName, calls } from '../../../contract/calls.ts'
import { guest } from '../../../contract/guest.ts'
import type { Method } from '../request/tester-request.ts'

/** A call of the contract with its method and path. */
export type Endpoint = { name: CallName; method: Method; path: string; call: Call }

export const endpoints: Endpoint[] = Object.entries(calls).map(([name, call]) => {
  const [method, path = ''] = name.split(' ')
  return { name: name as CallName, method: method as Method, path, call }
})

/** Finds the endpoints whose method, path or summary contain every word of the text. */
export function findEndpoints(text: string): Endpoint[] {
  const words = text.toLowerCase().split(/\s+/)
  return endpoints.filter(({ name, call }) => {
    const searchText = `${name} ${call.summary}`.toLowerCase()
    return words.every((word) => searchText.includes(word))
  })
}

/** Realistic bodies. A call without an example gets a skeleton of its schema. */
const EXAMPLES: { [Name in CallName]?: Body<Name> } = {
  'POST /api/auth/login': guest,
  'POST /api/auth/signup': { username: 'ada', password: 'Torque#1', name: 'Ada Lovell' },
  'POST /api/users/edit': { userData: { bio: 'Two wheels, one spanner.' } },
  'POST /api/posts': { content: 'First start after the rebuild', imageUrl: '' },
  'POST /api/posts/edit/:postId': { content: 'Second start after the rebuild' },
  'POST /api/comments/add/:postId': { content: 'No leaks so far', imageUrl: '' },
  'POST /api/comments/edit/:postId/:commentId': { content: 'One leak so far' },
  'POST /api/uploads/:id/moved': { secure_url: 'https://pictures.example/ride.webp' },
  'POST /api/mock/settings': {
    delay: 0,
    failures: [{ method: 'POST', path: '/api/posts', status: 503, times: 1 }],
  },
  'POST /api/mock/reset': { seed: { users: 50, posts: 500, seed: 1 } },
}

/** The JSON text of the body to start from: the example of the call, or a skeleton of its schema. */
export function bodyTemplate({ name, call }: Pick<Endpoint, 'name' | 'call'>): string {
  const examples: Partial<Record<CallName, unknown>> = EXAMPLES
  const body = examples[name] ?? (call.body ? skeleton(call.body as unknown as Schema) : {})
  return JSON.stringify(body, null, 2)
}

/** The fields of a valibot schema that a skeleton depends on. */
type Schema = {
  type: string
  entries?: Record<string, Schema>
  pipe?: readonly Schema[]
  options?: readonly unknown[]
}

function skeleton(schema: Schema): unknown {
  // In a pipe that starts with `unknown`, a later item has the type.
  const typed = schema.pipe?.findLast((item) => item.type in SKELETONS) ?? schema
  return SKELETONS[typed.type]?.(typed) ?? {}
}

const SKELETONS: Record<string, (schema: Schema) => unknown> = {
  string: () => '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
  object: requiredFields,
  loose_object: requiredFields,
  strict_object: requiredFields,
  picklist: ({ options }) => options?.[0],
  union: ({ options }) => skeleton(options?.[0] as Schema),
}

function requiredFields({ entries = {} }: Schema): unknown {
  const required = Object.entries(entries).filter(
    ([, { type }]) => !['optional', 'nullish', 'exact_optional', 'undefinedable'].includes(type),
  )
  return Object.fromEntries(required.map(([key, entry]) => [key, skeleton(entry)]))
}
