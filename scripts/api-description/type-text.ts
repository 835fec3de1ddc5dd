import type { GenericSchema } from 'valibot'
import { namedShapes, namedValues } from './names.ts'

/** The parts of a valibot schema that its text depends on. */
type Parts = {
  type: string
  entries?: Record<string, GenericSchema>
  item?: GenericSchema
  wrapped?: GenericSchema
  options?: readonly unknown[]
  literal?: unknown
  pipe?: readonly Part[]
}
type Part = { kind: string; type: string; requirement?: unknown; message?: unknown }

const partsOf = (schema: unknown) => schema as Parts

const nameOf = new Map(
  Object.entries({ ...namedShapes, ...namedValues }).map(([name, schema]) => [schema, name]),
)

/** A schema as a TypeScript type, with its rules in comments. Parts with a name are referred to by it. */
export function typeText(schema: GenericSchema): string {
  return nameOf.get(schema) ?? definitionText(schema)
}

/** Like {@link typeText}, for a schema that has a name itself. */
export function definitionText(schema: GenericSchema): string {
  const { type, entries, item, wrapped, options = [], literal, pipe } = partsOf(schema)
  // The last schema of a pipe is the most specific.
  const last = pipe?.findLast((part) => part.kind === 'schema')
  if (last && (last as unknown) !== schema && last.type !== type) {
    return definitionText(last as unknown as GenericSchema)
  }
  if (entries) return objectText(schema, entries, type === 'loose_object')
  if (item) return `${typeText(item).replace(/^[^{]* [&|] .*$/s, '($&)')}[]`
  if (wrapped) return typeText(wrapped) + (type === 'nullish' ? ' | null' : '')
  if (type === 'picklist') return options.map((option) => `'${option}'`).join(' | ')
  if (type === 'literal') return typeof literal === 'string' ? `'${literal}'` : String(literal)
  if (type === 'variant')
    return options.map((one) => `| ${typeText(one as GenericSchema)}`).join('\n')
  if (type === 'union') return options.map((one) => typeText(one as GenericSchema)).join(' | ')
  return type === 'blob' ? 'file' : type
}

function objectText(schema: GenericSchema, entries: Entries, isOpen: boolean): string {
  const base = baseOf(schema, entries)
  const own = Object.entries(entries).filter(([key]) => !(base && key in base.entries))
  const lines = own.map(([key, field]) => {
    const { type } = partsOf(field)
    const mark = type === 'optional' || type === 'nullish' ? '?' : ''
    const rules = rulesOf(field).join('; ')
    return `${key}${mark}: ${typeText(field)}${rules && ` // ${rules}`}`
  })
  if (isOpen) lines.push('…any other field')
  if (base && lines.length === 0) return base.name
  const prefix = base ? `${base.name} & ` : ''
  const inOne = `${prefix}{ ${lines.join(', ')} }`
  if (inOne.length <= 84 && !/\/\/|\n/.test(inOne)) return inOne
  return `${prefix}{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

type Entries = Record<string, GenericSchema>

/** The named shape with the most of these fields, which is written in place of them. */
function baseOf(
  schema: GenericSchema,
  entries: Entries,
): { name: string; entries: Entries } | undefined {
  const [base] = Object.entries(namedShapes)
    .map(([name, shape]) => ({ name, shape, entries: partsOf(shape).entries ?? {} }))
    .filter(({ shape, entries: fields }) => {
      const names = Object.entries(fields)
      const isOpen = partsOf(shape).type === 'loose_object'
      return (
        shape !== schema &&
        !isOpen &&
        names.length > 2 &&
        names.every(([key, field]) => entries[key] === field)
      )
    })
    .sort((a, b) => Object.keys(b.entries).length - Object.keys(a.entries).length)
  return base
}

/** The rules of a value beyond its type, in nearly the words of the API's error texts. Those of a value with a name are at its name. */
function rulesOf(schema: GenericSchema): string[] {
  return nameOf.has(schema) ? [] : ownRulesOf(schema)
}

/** Like {@link rulesOf}, for a schema that has a name itself. */
export function ownRulesOf(schema: GenericSchema): string[] {
  const { pipe = [], wrapped } = partsOf(schema)
  if (wrapped) return rulesOf(wrapped)
  const inner = pipe.filter((part) => part.kind === 'schema' && (part as unknown) !== schema)
  const validations = pipe.filter(({ kind }) => kind === 'validation')
  const worded = validations.flatMap(({ type, message }) => {
    if (typeof message === 'string') return [message.replace(/^must be /, '')]
    if (!(type in NUMERIC)) throw new Error(`The reference has no words for the rule ${type}`)
    return []
  })
  const ofInner = inner.flatMap((part) => ownRulesOf(part as unknown as GenericSchema))
  return [...ofInner, ...numberRule(validations), ...worded]
}

const NUMERIC = { integer: true, min_value: true, max_value: true }

/** `a whole number from 0 to 60,000`. */
function numberRule(validations: readonly Part[]): string[] {
  const boundOf = (name: string) => {
    const bound = validations.find(({ type, message }) => type === name && message === undefined)
    return bound && Number(bound.requirement).toLocaleString('en')
  }
  const isWhole = validations.some(
    ({ type, message }) => type === 'integer' && message === undefined,
  )
  const [min, max] = [boundOf('min_value'), boundOf('max_value')]
  const range =
    min && max
      ? [`from ${min} to ${max}`]
      : [min && `of at least ${min}`, max && `of at most ${max}`]
  const words = [isWhole ? 'a whole number' : '', ...range].filter(Boolean)
  return words.length > 0 ? [words.join(' ')] : []
}
