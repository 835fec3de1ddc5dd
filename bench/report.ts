import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { type Judged, median, spread } from './measurement.ts'

/** The rows of a benchmark, or the reason why there are none. */
export type Outcome = { id: string; rows: Judged[]; failed?: string }

export type Results = {
  date: string
  quick: boolean
  machine: Machine & { chromium: string }
  outcomes: Outcome[]
}

/** The properties of the machine that affect the results. */
type Machine = Record<'cpu' | 'cores' | 'memory' | 'system' | 'node' | 'load', string>

export function describeMachine(): Machine {
  const [load = 0] = loadavg()
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: String(availableParallelism()),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: operatingSystem(),
    node: process.version,
    load: `${load.toFixed(1)} in the minute before the start`,
  }
}

function operatingSystem(): string {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? `${platform()} ${release()}`
}

const HEAD = [
  'what',
  'value',
  'spread',
  'budget',
  'verdict',
  'for comparison, in the same run',
  'theirs ÷ ours',
]

/** The results as Markdown. */
export function toMarkdown({ date, quick, machine, outcomes }: Results): string {
  const { cpu, cores, memory, system, chromium, node, load } = machine
  const judged = outcomes.flatMap(({ rows }) => rows).filter(({ met }) => met !== undefined)
  const missed = judged.filter(({ met }) => !met).length
  const parts = [
    '# Results',
    `Written by \`npm run bench\` on ${date}${quick ? ', **quick**: few runs, not to be quoted' : ''}. ` +
      '[README.md](README.md) describes how each row is measured and how to read it.',
    `${cpu}, ${cores} cores, ${memory}, ${system}; Chromium ${chromium}, Node ${node}; load ${load}.`,
    `Of ${judged.length} budgets ${judged.length - missed} are met and ${missed} missed.`,
    ...outcomes.map(toSection),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The rows of one benchmark, with the command that measures them again. */
export function toSection({ id, rows, failed }: Outcome): string {
  const command = `\`npm run bench -- --only ${id}\``
  if (failed) return `## ${id}\n\n${command}\n\nNot measured: ${failed.split('\n')[0]}`
  return `## ${id}\n\n${command}\n\n${table([HEAD, ...rows.map(toCells)])}`
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
    Number.isFinite(ratio) ? `${toText(ratio as number)} x` : '',
  ]
}

function spreadText({ low, high, of }: Judged['spread'], count: number): string {
  return `${toText(low)}–${toText(high)} (${of} of ${count})`
}

function besideText(what: string, values: number[], unit: string): string {
  const { low, high } = spread(values)
  const range =
    values.length > 1 && Number.isFinite(high) ? ` (${toText(low)}–${toText(high)})` : ''
  return `${what}: ${withUnit(median(values), unit)}${range}`
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

/** A number with three significant digits and thousands separators; ∞ for an exceeded time limit. */
export function toText(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return '∞'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 4
  return Number(value.toFixed(digits)).toLocaleString('en')
}
