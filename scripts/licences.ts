import type { Package } from './shipped-packages.ts'

/** SPDX ids of licences that ask for no more than to be named. OFL-1.1 is that of fonts. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]

/** What is wrong with the package's licence, in one line that names it; `undefined` if nothing is. */
export function complaintAbout({ name, version, licence }: Package): string | undefined {
  if (!licence) return `${name} ${version} names no licence`
  if (isPermissive(licence)) return undefined
  return `${name} ${version} has a licence that is not on the list: ${licence}`
}

/**
 * Whether an SPDX expression leaves a permissive choice: of OR one side is enough, of AND both must be. What
 * is no such expression, as "SEE LICENSE IN …", is not permissive.
 */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []

  function either(): boolean {
    let allowed = both()
    // The right side is always read: what follows it must be found.
    while (take('OR')) allowed = both() || allowed
    return allowed
  }

  function both(): boolean {
    let allowed = single()
    while (take('AND')) allowed = single() && allowed
    return allowed
  }

  function single(): boolean {
    if (!take('(')) return PERMISSIVE.includes(tokens.shift() ?? '')
    const allowed = either()
    return take(')') && allowed
  }

  function take(token: string): boolean {
    const isNext = tokens[0] === token
    if (isNext) tokens.shift()
    return isNext
  }

  return either() && tokens.length === 0
}
