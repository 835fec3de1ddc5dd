import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import { newUuid } from '../../../client/uuid.ts'
import { TESTER_REQUESTS } from '../../../data/log-out.ts'
import { pageStore } from '../../../pwa/page-store.ts'
import { passwordFinder } from '../passwords.ts'
import { withoutSecrets } from '../redact.ts'
import { bodyOf, type RequestModel } from '../request/request-model.ts'
import { type Check, statusCheck } from './checks.ts'
import { MAX_SAVED, slugOf, uniqueName } from './names.ts'
import { withReferences } from './references.ts'

/** A request that stays, under a name (R14.22). */
export type SavedRequest = {
  id: string
  /** Its slug is unlike those of all others. */
  name: string
  request: RequestModel
  checks: Check[]
}
export type NewSaved = Omit<SavedRequest, 'id'>

type Change = (list: readonly SavedRequest[]) => SavedRequest[]

/**
 * Opens a list of this device that is one row. It is in the store of the history, behind its entries: a log-out deletes
 * both.
 * @param max the number of items that are kept
 */
export function openRow<T>(database: string, name = 'exchanges', key = 'saved', max = MAX_SAVED) {
  const store = pageStore(database, name)

  /** @returns the items in their order */
  async function list(): Promise<T[]> {
    const found = await store('readonly', (rows) => promisifyRequest(rows.get(key)))
    return found ?? []
  }

  /** Changes the list in one transaction, so that tabs do not overwrite each other. */
  async function update(change: (list: readonly T[]) => T[]): Promise<T[]> {
    return store('readwrite', async (rows) => {
      const changed = change((await promisifyRequest(rows.get(key))) ?? []).slice(0, max)
      await promisifyRequest(rows.put(changed, key))
      return changed
    })
  }

  return { list, update }
}

/**
 * Requests as they were typed, by id, until the page is reloaded: the stored ones have no secrets, but a log-in that is
 * run again needs its password.
 */
const typed = new Map<string, RequestModel>()

type Sent = { request: RequestModel; note?: string }

/**
 * The saved requests as they are sent, by id: with their secrets, as long as the page has them. Without, placeholders are
 * the passwords of sign-ups and of the log-ins that follow (R14.29), and a note says so.
 */
export function sentRequests(list: readonly SavedRequest[]): ReadonlyMap<string, Sent> {
  const passwordOf = passwordFinder()
  return new Map(list.map((saved) => [saved.id, toSent(saved)]))

  function toSent(saved: SavedRequest): Sent {
    const request = typedRequest(saved)
    const body = Object(bodyOf(request)) as { password?: unknown }
    const status = statusCheck(saved.checks)?.value
    const password = passwordOf(request.endpoint, body, status ? Number(status) : undefined)
    if (body.password !== '' || password === '') return { request }
    if (password === undefined)
      return { request, note: 'Its password is not stored: open it and type it.' }
    const filled = JSON.stringify({ ...body, password }, null, 2)
    return { request: { ...request, body: filled }, note: 'Its password is a placeholder.' }
  }
}

/** With its secrets, as long as the page has them. */
function typedRequest({ id, request }: SavedRequest): RequestModel {
  const original = typed.get(id)
  const isSame = original && JSON.stringify(withoutSecrets(original)) === JSON.stringify(request)
  return isSame ? original : request
}

const saved = openRow<SavedRequest>(...TESTER_REQUESTS)

/** The saved requests of this device, in their order. Another tab can have changed them. */
export const savedQuery = queryOptions({
  queryKey: ['tester', 'saved'],
  queryFn: saved.list,
  staleTime: 0,
  refetchOnWindowFocus: true,
})

export const changeSaved = mutationOptions({
  mutationFn: (change: Change) => saved.update(change),
  onSuccess: (list, _change, _result, { client }) => client.setQueryData(savedQuery.queryKey, list),
})

/** Adds a request to the end, or replaces the one of that name, whose checks stay. */
export function withRequest(name: string, request: RequestModel): Change {
  const id = newUuid()
  return (list) => {
    const old = list.find((one) => slugOf(one.name) === slugOf(name))
    typed.set(old?.id ?? id, request)
    const stored = withoutSecrets(request)
    if (old) return list.map((one) => (one === old ? { ...one, request: stored } : one))
    return [...list, { id, name: name.trim(), request: stored, checks: [] }]
  }
}

/** Adds requests, such as those of a file, to the end. One whose name is taken gets a number, also in references. */
export function withRequests(added: readonly NewSaved[]): Change {
  return (list) => {
    const taken = list.map(({ name }) => name)
    const names = new Map<string, string>()
    const renamed = added.map((one) => {
      const name = uniqueName(one.name, taken)
      taken.push(name)
      names.set(slugOf(one.name), slugOf(name))
      return { ...one, name }
    })
    return [
      ...list,
      ...renamed.map(({ name, request, checks }) => ({
        id: newUuid(),
        name,
        request: withoutSecrets(withReferences(request, names)),
        checks,
      })),
    ]
  }
}

/** Adds a copy behind the original. */
export function withCopy(id: string): Change {
  return (list) => {
    const original = list.find((one) => one.id === id)
    if (!original) return [...list]
    const name = uniqueName(
      `${original.name} copy`,
      list.map((one) => one.name),
    )
    const copy = { ...original, id: newUuid(), name }
    typed.set(copy.id, typedRequest(original))
    return list.flatMap((one) => (one === original ? [one, copy] : [one]))
  }
}

/** Renames a request, and the references of all others to it. */
export function withName(id: string, name: string): Change {
  return (list) => {
    const old = list.find((one) => one.id === id)?.name ?? ''
    const names = new Map([[slugOf(old), slugOf(name)]])
    return list.map((one) => {
      const original = typed.get(one.id)
      if (original) typed.set(one.id, withReferences(original, names))
      const request = withReferences(one.request, names)
      return { ...one, request, ...(one.id === id && { name: name.trim() }) }
    })
  }
}

export const withChecks =
  (id: string, change: (checks: Check[]) => Check[]): Change =>
  (list) =>
    list.map((one) => (one.id === id ? { ...one, checks: change(one.checks) } : one))

export const without =
  (id: string): Change =>
  (list) =>
    list.filter((one) => one.id !== id)

/** Moves a request by `step` places: -1 is one earlier. */
export function moved(id: string, step: -1 | 1): Change {
  return (list) => {
    const from = list.findIndex((one) => one.id === id)
    const [own, other] = [list[from], list[from + step]]
    return own && other && from + step >= 0
      ? list.with(from, other).with(from + step, own)
      : [...list]
  }
}

/** The reason why a request cannot have this name. @param own the id of the request, if it has one */
export function nameProblem(
  name: string,
  list: readonly SavedRequest[],
  own?: string,
): string | undefined {
  if (!slugOf(name)) return 'A name needs a letter or a digit.'
  if (name.length > 100) return 'A name has at most 100 characters.'
  const same = list.find((one) => one.id !== own && slugOf(one.name) === slugOf(name))
  return same && `“${same.name}” has this name in references already: ${slugOf(name)}.`
}
