import type { GenericSchema } from 'valibot'
import { namedSchemas } from './schemas.ts'

/** The parts of a valibot schema that its text depends on. */
type Parts = {
  type: string
  entries?: Record<string, GenericSchema>
  item?: GenericSchema
  wrapped?: GenericSchema
  options?: readonly unknown[]
  literal?: unknown
  pipe?: readonly { kind: string; type: string; requirement?: unknown; message?: unknown }[]
}

const nameOf = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

/** A schema as a TypeScript type, with its rules in comments. Parts with a name are referred to by it. */
export function typeText(schema: GenericSchema): string {
  return nameOf.get(schema) ?? definitionText(schema)
}

/** Like {@link typeText}, for a schema that has a name itself. */
export function definitionText(schema: GenericSchema): string {
  const { type, entries, item, wrapped, options = [], literal, pipe } = schema as unknown as Parts
  // The last schema of a pipe is the most specific.
  const last = pipe?.findLast((part) => part.kind === 'schema')
  if (last && (last as unknown) !== schema && last.type !== type) {
    return definitionText(last as unknown as GenericSchema)
  }
  if (entries) return objectText(entries, type === 'loose_object')
  if (item) return `${typeText(item)}[]`
  if (wrapped) return typeText(wrapped) + (type === 'nullish' ? ' | null' : '')
  if (type === 'picklist') return options.map((option) => `'${option}'`).join(' | ')
  if (type === 'literal') return `'${literal}'`
  if (type === 'variant')
    return options.map((one) => `| ${typeText(one as GenericSchema)}`).join('\n')
  if (type === 'union') return options.map((one) => typeText(one as GenericSchema)).join(' | ')
  return type === 'blob' ? 'file' : type
}

function objectText(entries: Record<string, GenericSchema>, isOpen: boolean): string {
  const lines = Object.entries(entries).map(([key, field]) => {
    const { type } = field as unknown as Parts
    const mark = type === 'optional' || type === 'nullish' ? '?' : ''
    const rules = rulesOf(field).join('; ')
    return `${key}${mark}: ${typeText(field)}${rules && ` // ${rules}`}`
  })
  if (isOpen) lines.push('…any other field')
  const inOne = `{ ${lines.join(', ')} }`
  if (inOne.length <= 72 && !/\/\/|\n/.test(inOne)) return inOne
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

/** The rules of a value beyond its type, in the words of the API's error texts. */
function rulesOf(schema: GenericSchema): string[] {
  const { pipe = [], wrapped } = schema as unknown as Parts
  if (wrapped) return nameOf.has(wrapped) ? [] : rulesOf(wrapped)
  return pipe.flatMap(({ kind, type, requirement, message }) => {
    if (kind !== 'validation') return []
    if (typeof message === 'string') return [message]
    if (type === 'integer') return ['a whole number']
    if (type === 'min_value') return [`at least ${requirement}`]
    if (type === 'max_value') return [`at most ${requirement}`]
    throw new Error(`The reference has no words for the rule ${type}`)
  })
}
