import { createHash } from 'node:crypto'
import { parseAst } from 'vite'

/** One change of one file. */
export type Mutant = {
  file: string
  /** Of the text that is replaced, in characters. */
  start: number
  end: number
  text: string
  line: number
  /** The replaced text and the new one, shortened, for people. */
  label: string
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** The operator that takes the place of another one. */
const OPERATORS: Record<string, string> = {
  ...{ '===': '!==', '!==': '===', '&&': '||', '||': '&&', '??': '&&' },
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '+': '-', '-': '+', '*': '/', '%': '*' },
}

/** Every mutant of a file: other operators and conditions, removed statements, and other literals. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const mutants: Mutant[] = []
  const add = (start: number, end: number, text: string) => {
    const line = code.slice(0, start).split('\n').length
    const short = (part: string) => part.replace(/\s+/g, ' ').slice(0, 60)
    const label = `${short(code.slice(start, end))} → ${short(text) || '(removed)'}`
    mutants.push({ file, start, end, text, line, label })
  }
  const textOf = (node: unknown) => code.slice((node as Node).start, (node as Node).end)
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node)
  return mutants

  function visit(node: Node): void {
    const { type, start, end, operator } = node
    // Types have no effect at run time.
    if (/^(TS|Import|ExportAll)/.test(type) && !/^TS(As|NonNull|Satisfies)/.test(type)) return
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const other = OPERATORS[String(operator)]
      const { end: from } = node.left as Node
      const at = code.indexOf(String(operator), from)
      if (other) add(at, at + String(operator).length, other)
    } else if (type === 'UnaryExpression' && operator === '!') add(start, start + 1, '')
    else if (type === 'ExpressionStatement' && !node.directive) add(start, end, ';')
    else if (type === 'IfStatement' || type === 'ConditionalExpression')
      add((node.test as Node).start, (node.test as Node).end, `!(${textOf(node.test)})`)
    else if (type === 'Literal' && typeof node.value === 'boolean')
      add(start, end, String(!node.value))
    else if (type === 'Literal' && typeof node.value === 'number')
      add(start, end, String(node.value + 1))
    else if (type === 'ReturnStatement' && node.argument)
      add((node.argument as Node).start, (node.argument as Node).end, 'undefined as never')
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/**
 * The same mutants in every run, whatever else changes: those whose text has the smallest hashes, at most one of a function's
 * line.
 */
export function sample(mutants: readonly Mutant[], count: number, seed: string): Mutant[] {
  const orderOf = ({ file, label }: Mutant) =>
    createHash('sha256').update(`${seed} ${file} ${label}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, order: orderOf(mutant) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ mutant }) => mutant)
    .filter(
      ({ file, line }, index, all) =>
        all.findIndex((one) => one.file === file && one.line === line) === index,
    )
    .slice(0, count)
}

export function applied(code: string, { start, end, text }: Mutant): string {
  return code.slice(0, start) + text + code.slice(end)
}
