import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { TESTER_REQUESTS } from '../../../data/log-out.ts'
import { hasSecret, isSecretName } from '../redact.ts'
import { isHeader, REFERENCE } from '../request/request-model.ts'
import { slugOf } from './names.ts'
import { parseReference } from './references.ts'
import { openRow, type SavedRequest } from './saved.ts'

/** A value that requests use by its name (R14.36). */
export type Variable = { name: string; value: string; isSecret: boolean }

const row = openRow<Variable>(...TESTER_REQUESTS, 'variables', 500)

/** The values of secrets, until the page is reloaded: they are not stored. */
const typed = new Map<string, string>()

/** The variables that have a value. */
export const variablesQuery = queryOptions({
  queryKey: ['tester', 'variables'],
  queryFn: async () => {
    const stored = await row.list()
    const filled = stored.map((one) =>
      one.isSecret ? { ...one, value: typed.get(one.name) ?? '' } : one,
    )
    return filled
  },
  staleTime: 0,
})

export const setVariable = mutationOptions({
  mutationFn: (variable: Variable) => {
    if (variable.isSecret) typed.set(variable.name, variable.value)
    const stored = variable.isSecret ? { ...variable, value: '' } : variable
    return row.update((list) => {
      const others = list.filter(({ name }) => name !== variable.name)
      return variable.value === '' && !variable.isSecret ? others : [...others, stored]
    })
  },
  // A run that starts at once has the value, and does not wait for the store.
  onMutate: (variable: Variable, { client }) => {
    client.cancelQueries(variablesQuery)
    client.setQueryData(variablesQuery.queryKey, (list = []) => {
      const others = list.filter(({ name }) => name !== variable.name)
      return variable.value === '' && !variable.isSecret ? others : [...others, variable]
    })
  },
  onSuccess: (_list, _variable, _result, { client }) => client.invalidateQueries(variablesQuery),
})

/** The values that an export may hold, by name: a secret can be in a variable that is not marked. */
export const openValues = (variables: readonly Variable[] = []): Map<string, string> =>
  new Map(
    variables.flatMap(({ name, value, isSecret }) =>
      isSecret || value === '' || hasSecret(value) ? [] : [[name, value]],
    ),
  )

/** Values of Postman that are made when a request is sent. */
const MADE: Record<string, () => string> = {
  $guid: () => crypto.randomUUID(),
  $randomUUID: () => crypto.randomUUID(),
  $timestamp: () => String(Math.floor(Date.now() / 1000)),
  $isoTimestamp: () => new Date().toISOString(),
  $randomInt: () => String(Math.floor(Math.random() * 1001)),
}

/** A value that is made at once, such as `$guid`. */
export const makeValue = (name: string): string | undefined =>
  Object.hasOwn(MADE, name) ? MADE[name]?.() : undefined

/** The variables that requests use, in their order, with the values that they have. */
export function variablesOf(
  list: readonly Pick<SavedRequest, 'name' | 'request'>[],
  known: readonly Variable[],
): Variable[] {
  const slugs = new Set(list.map(({ name }) => slugOf(name)))
  const used = new Map<string, Variable>()
  const add = (text: string, isSecret: boolean) => {
    for (const [found] of text.matchAll(REFERENCE)) {
      const name = found.slice(2, -2).trim()
      const { path = [], name: slug = '' } = parseReference(name) ?? {}
      const isOther = slugs.has(slug) || path.length > 0 || !VARIABLE.test(name)
      if (isOther || used.has(name)) continue
      used.set(name, { name, value: '', isSecret: isSecret || isSecretName(name) })
    }
  }
  for (const { request } of list) {
    add(request.endpoint, false)
    for (const one of request.headers) add(one.value, isHeader(one, 'authorization'))
    add(request.body, false)
  }
  for (const one of known) used.set(one.name, one)
  return [...used.values()]
}

/** Other texts in braces can be a part of a body. `$…` are made by the program. */
export const VARIABLE = /^[^{}$\s][^{}\s]{0,99}$/
