import type { CallName } from '../../../contract/calls.ts'
import { bodyExamples } from './body-examples.ts'
import type { Endpoint } from './endpoints.ts'

/** The parts of a valibot schema that tell what it takes. */
type Shape = {
  type: string
  entries?: Record<string, Shape>
  pipe?: readonly Shape[]
  options?: readonly unknown[]
}

/** JSON text to start from: the example of the call, else a skeleton of what it requires. */
export function bodyTemplate({ name, call }: Pick<Endpoint, 'name' | 'call'>): string {
  const examples: Partial<Record<CallName, unknown>> = bodyExamples
  const body = examples[name] ?? (call.body ? skeleton(call.body as unknown as Shape) : {})
  return JSON.stringify(body, null, 2)
}

function skeleton(schema: Shape): unknown {
  // A pipe that starts with `unknown` says further on what it takes.
  const shape = schema.pipe?.findLast((part) => part.type in SKELETONS) ?? schema
  return SKELETONS[shape.type]?.(shape) ?? {}
}

const SKELETONS: Record<string, (shape: Shape) => unknown> = {
  string: () => '',
  number: () => 0,
  boolean: () => false,
  array: () => [],
  object: fields,
  loose_object: fields,
  strict_object: fields,
  picklist: ({ options }) => options?.[0],
  union: ({ options }) => skeleton(options?.[0] as Shape),
}

function fields({ entries = {} }: Shape): unknown {
  const required = Object.entries(entries).filter(
    ([, { type }]) => !['optional', 'nullish', 'exact_optional', 'undefinedable'].includes(type),
  )
  return Object.fromEntries(required.map(([key, entry]) => [key, skeleton(entry)]))
}
