import type { Outgoing } from './outgoing.ts'
import { quoteShell } from './quote.ts'

/** A curl command for a POSIX shell. */
export function toCurl({ method, url, headers, data }: Outgoing): string {
  const options = Object.entries(headers).map(([name, value]) =>
    // curl takes a header without a value only so.
    quoteShell(value ? `${name}: ${value}` : `${name};`),
  )
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteShell(url)}`,
    // Brackets and braces would be patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...options.map((header) => `-H ${header}`),
    ...(data === undefined ? [] : [`--data-raw ${quoteShell(JSON.stringify(data))}`]),
  ].join(' \\\n  ')
}
