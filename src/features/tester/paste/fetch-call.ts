import { LiteralError, LiteralReader } from './literal.ts'
import { type Pasted, toRequest } from './pasted.ts'

const START = /^\s*(?:(?:const|let|var)\s+\w+\s*=\s*)?(?:await\s+)?(?:window\.)?fetch\s*\(/

export const isFetch = (text: string) => START.test(text)

/** Reads a call of `fetch` whose arguments are literals, as DevTools copies it. */
export function readFetch(text: string): Pasted {
  try {
    const [start = ''] = START.exec(text) ?? []
    const [address, options] = new LiteralReader(text, start.length).readArguments()
    if (typeof address !== 'string') throw new LiteralError('The address is no text.')
    const { method, headers, body } = Object(options) as Record<string, unknown>
    return toRequest({
      method: typeof method === 'string' ? method : 'GET',
      endpoint: address,
      headers: headersIn(headers),
      body: typeof body === 'string' ? body : undefined,
    })
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error
    return { requests: [], notes: [`This call of fetch has more than literals: ${error.message}`] }
  }
}

function headersIn(headers: unknown): [string, string][] {
  const pairs: unknown[] = Array.isArray(headers) ? headers : Object.entries(Object(headers))
  return pairs.flatMap((pair) =>
    Array.isArray(pair) ? [[String(pair[0]), String(pair[1])] as [string, string]] : [],
  )
}
