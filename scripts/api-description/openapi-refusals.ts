import type { Call } from '../../src/contract/call.ts'
import { type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts'
import { reference } from './openapi-schema.ts'

/** Stands for all of valibot's texts. */
const WRONG_SHAPE = { status: 400, text: 'field: what is wrong with it.' }

/** One response a status, with the text of each refusal as an example. */
export function refusalResponses(call: Call) {
  const all: ApiErrorSpec[] = [...(call.refuses ?? [])]
  if (call.auth) all.push(apiErrors.notRegistered)
  if (call.body) all.push(apiErrors.malformedJson, WRONG_SHAPE)
  const byStatus = Map.groupBy(all, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map(({ text }) => text.trim()).join(' '),
        content: {
          'application/json': {
            schema: reference('schemas/Error'),
            examples: Object.fromEntries(
              ofStatus.map(({ text }) => [keyOf(text), { value: { error: [text] } }]),
            ),
          },
        },
      },
    ]),
  )
}

function keyOf(text: string): string {
  return Object.entries(apiErrors).find(([, refusal]) => refusal.text === text)?.[0] ?? 'wrongShape'
}
