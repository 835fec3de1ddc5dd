import type { Outgoing } from './outgoing.ts'
import { literal, quoteJs } from './quote.ts'

/** A `fetch` call for the console or a script. */
export function toFetch(request: Outgoing): string {
  return `const response = await ${fetchCall(request)}
console.log(response.status, await response.text())
`
}

/**
 * @param indent of the line on which the call stands, in spaces
 * @param headers the code of the headers, if they are not just those of the request
 */
export function fetchCall(
  { method, url, headers: sent, data }: Outgoing,
  indent = 0,
  headers = literal(sent, indent + 2),
): string {
  const options = [`method: ${quoteJs(method)}`, `headers: ${headers}`]
  if (data !== undefined) options.push(`body: JSON.stringify(${literal(data, indent + 2)})`)
  const margin = ' '.repeat(indent)
  return `fetch(${quoteJs(url)}, {
${options.map((option) => `${margin}  ${option},\n`).join('')}${margin}})`
}
