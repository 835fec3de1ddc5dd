import type { Machine } from './machine.ts'
import type { Judged } from './measurement.ts'
import { toText } from './number.ts'
import { costs, type ScalingRow } from './scaling-costs.ts'
import { median, spread } from './stats.ts'

/** What a benchmark brought: its rows, or why there are none. */
export type Outcome = { id: string; rows: Judged[]; failed?: string }

export type Results = {
  date: string
  quick: boolean
  machine: Machine & { chromium: string }
  outcomes: Outcome[]
  scaling?: ScalingRow[]
}

const HEAD = ['what', 'value', 'spread', 'budget', '', 'beside it in the same run', 'ratio']

/** The results as a page of Markdown. */
export function toMarkdown({ date, quick, machine, outcomes, scaling }: Results): string {
  const { cpu, cores, memory, system, chromium, node, load } = machine
  const all = outcomes.flatMap(({ rows }) => rows).filter(({ met }) => met !== undefined)
  const missed = all.filter(({ met }) => !met).length
  const parts = [
    '# Results',
    `Written by \`npm run bench\` on ${date}${quick ? ', **quick**: few runs, not to be quoted' : ''}. ` +
      'What is measured how, and what not to conclude, is in [README.md](README.md).',
    `${cpu}, ${cores} cores, ${memory}, ${system}; Chromium ${chromium}, Node ${node}; load ${load}.`,
    `Of ${all.length} budgets ${all.length - missed} are met and ${missed} missed.`,
    ...outcomes.map(toSection),
    ...(scaling ? [toScaling(scaling)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The rows of one benchmark, with the command that measures them again. */
export function toSection({ id, rows, failed }: Outcome): string {
  const again = `\`npm run bench -- --only ${id}\``
  if (failed) return `## ${id}\n\n${again}\n\nNot measured: ${failed.split('\n')[0]}`
  return `## ${id}\n\n${again}\n\n${table([HEAD, ...rows.map(toCells)])}`
}

function toCells({ what, unit, note, ...row }: Judged): string[] {
  const { value, values, counts, spread, budget, met, beside, ratio } = row
  const [kind, limit] = Object.entries(budget ?? {})[0] ?? []
  const sign = kind === 'atLeast' ? '≥' : '≤'
  return [
    note ? `${what} (${note})` : what,
    `**${withUnit(value, unit)}**${counts === 'worst' ? ' worst' : ''}`,
    values.length > 1 ? spreadText(spread, values.length) : 'exact',
    limit === undefined ? '' : `${sign} ${withUnit(limit, unit)}`,
    met === undefined ? '' : met ? 'met' : '**missed**',
    beside ? besideText(beside.what, beside.values, unit) : '',
    ratio === undefined || Number.isNaN(ratio)
      ? ''
      : Number.isFinite(ratio)
        ? `${toText(ratio)} x`
        : '',
  ]
}

function spreadText({ low, high, of }: Judged['spread'], count: number): string {
  return `${toText(low)}–${toText(high)} (${of} of ${count})`
}

function besideText(what: string, values: number[], unit: string): string {
  const { low, high } = spread(values)
  const middle = median(values)
  const range =
    values.length > 1 && Number.isFinite(high) ? ` (${toText(low)}–${toText(high)})` : ''
  return `${what}: ${withUnit(middle, unit)}${range}`
}

function toScaling(rows: ScalingRow[]): string {
  const head = ['posts stored', ...costs.map(({ label, unit }) => `${label}, ${unit}`)]
  const body = rows.map((row) => [
    row.posts.toLocaleString('en'),
    ...costs.map(({ key }) => toText(row.costs[key])),
  ])
  return [
    '## scaling',
    '`npm run bench -- --only scaling`',
    'Medians of what an action costs with so many posts stored, without the delay.',
    table([head, ...body]),
    '![The costs over the number of posts](chart.svg)',
  ].join('\n\n')
}

export function table(rows: string[][]): string {
  const [head = [], ...body] = rows
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

function withUnit(value: number, unit: string): string {
  const text = toText(value)
  return unit && Number.isFinite(value) ? `${text} ${unit}` : text
}
