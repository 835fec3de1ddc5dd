import { type Plugin, parseAst } from 'vite'

/** What a line of the contract says to people, tests and the compiler only. */
const DESCRIPTIONS = ['summary', 'reply', 'refuses', 'searched']

/**
 * Leaves these parts out of the worker, for 1 kB (gz) less: nothing there may look at them, and
 * `ServedCall` in the contract holds it to that. Tests check replies; the page imports only types.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'post',
    transform: (code, id) =>
      id.includes('/src/contract/')
        ? { code: pure(withoutDescriptions(code)), map: null }
        : undefined,
  }
}

/** A module of the contract, compiled to JavaScript, without the descriptions of its calls. */
export function withoutDescriptions(code: string): string {
  let lean = code
  // From the end, so that the places of those before stay right.
  for (const { start, end } of described(parseAst(code)).reverse()) {
    lean = lean.slice(0, start) + lean.slice(end).replace(/^\s*,/, '')
  }
  return lean
}

/** Making a schema does nothing else: one that is not used then, a reply's, is left out. */
export function pure(code: string): string {
  return code.replace(/\bv\.\w+\(/g, '/* @__PURE__ */ $&')
}

type Place = { start: number; end: number }
type AnyNode = Place & { type: string; key?: { type: string; name?: string } }

function described(node: unknown): Place[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, key } = node as AnyNode
  const isDescription = type === 'Property' && DESCRIPTIONS.includes(key?.name ?? '')
  return isDescription ? [node as AnyNode] : Object.values(node).flatMap(described)
}
