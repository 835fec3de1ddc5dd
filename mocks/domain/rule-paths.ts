import { fold } from '../../src/contract/words.ts'
import type { Transaction } from '../store/transaction.ts'

/** The call that a request is routed to (`METHOD /path`), with the parameters of its path. */
export type Route = { name: string; params: Record<string, string> }

/**
 * Whether the path of a rule applies to a request: `*`, a pattern of the contract, or an address. Like the calls
 * themselves, an address may name a row by `_id` or `id`, and may end with a slash.
 */
export async function pathApplies(
  tx: Transaction,
  path: string,
  request: Request,
  route?: Route,
): Promise<boolean> {
  const wanted = withoutSlash(path)
  if (wanted === '*' || wanted === withoutSlash(new URL(request.url).pathname)) return true
  if (!route) return false
  const [, pattern = ''] = route.name.split(' ')
  if (wanted === pattern) return true
  const params = paramsOf(pattern, wanted)
  if (!params) return false
  for (const [name, value] of Object.entries(params)) {
    if (!(await namesSame(tx, pattern, name, value, route.params[name] ?? ''))) return false
  }
  return true
}

export function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

/** The parameters of an address; undefined if it does not have the pattern. */
export function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/')
  const values = path.split('/')
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? ''
    if (name.startsWith(':')) params[name.slice(1)] = decode(value)
    else if (name !== value) return undefined
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function namesSame(
  tx: Transaction,
  pattern: string,
  param: string,
  one: string,
  other: string,
): Promise<boolean> {
  if (one === other) return true
  if (param === 'username') return fold(one) === fold(other)
  const table = { postId: 'posts', commentId: 'comments' } as const
  const fallback = pattern.startsWith('/api/uploads/') ? 'uploads' : 'users'
  const row = await tx.get(table[param as keyof typeof table] ?? fallback, one)
  return row !== undefined && (row._id === other || row.id === other)
}
