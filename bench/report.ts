import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { judge, type Measurement, median, percentile, ratioOf } from './measurement.ts'

/** The rows of a benchmark, or the reason why there are none. @property of the run, if it was not that of the others */
export type Outcome = { id: string; rows: Measurement[]; failed?: string; of?: string }

export type Results = { date: string; machine: string; outcomes: Outcome[] }

/** The properties of this machine that affect the results. */
export function describeMachine(chromium: string): string {
  const [load = 0] = loadavg()
  const size = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const programs = `Chromium ${chromium}, Node ${process.version}`
  return `${cpus()[0]?.model.trim()}, ${size}, ${platform()} ${release()}; ${programs}; load ${load.toFixed(1)} in the minute before the start`
}

/**
 * The results of the last full run, with those of a run of some benchmarks in their place.
 * @param order the ids of all benchmarks
 */
export function merged(order: readonly string[], full: Results, some: Results): Results {
  const isFull = some.outcomes.length > full.outcomes.length / 2
  const [base, other] = isFull ? [some, full] : [full, some]
  const of = `${other.date}, ${other.machine}`
  const outcomes = order.flatMap((id) => {
    const own = base.outcomes.find((outcome) => outcome.id === id)
    const others = other.outcomes.find((outcome) => outcome.id === id)
    const isNewer = isFull ? !own : others !== undefined
    return (isNewer ? others && { ...others, of: others.of ?? of } : own) ?? []
  })
  return { ...base, outcomes }
}

/** One line per row. */
export function toJson(results: Results): string {
  return `${JSON.stringify(results).replace(/\{"what":"[^"]*","unit"/g, '\n$&')}\n`
}

const HEAD = ['what', 'value', 'p10–p90', 'in the same run', 'ratio', 'budget', 'verdict']

/** The results as Markdown. */
export function toMarkdown({ date, machine, outcomes }: Results): string {
  const judged = outcomes.flatMap(({ rows }) => rows.map(judge)).filter(({ limit }) => limit)
  const missed = judged.filter(({ met }) => !met).length
  const parts = [
    '# Results',
    `Written by \`npm run bench\` on ${date}. [README.md](README.md) describes how each row is measured.`,
    `${machine}.`,
    `Of ${judged.length} budgets ${judged.length - missed} are met and ${missed} missed.`,
    ...outcomes.map(toSection),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The rows of one benchmark, with the command that measures them again. */
export function toSection({ id, rows, failed, of }: Outcome): string {
  const head = `## ${id}\n\n\`npm run bench -- --only ${id}\`${of ? `, in a run of its own: ${of}` : ''}`
  if (failed) return `${head}\n\nNot measured: ${failed.split('\n')[0]}`
  const cells = [HEAD, HEAD.map(() => '---'), ...rows.map(toCells)]
  const lines = cells.map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  )
  return `${head}\n\n${lines.join('\n')}`
}

function toCells(row: Measurement): string[] {
  const { what, unit, values, peer, counts = 'median' } = row
  const { value, limit, met } = judge(row)
  const ratio = ratioOf(row)
  return [
    counts === 'median' ? what : `${what}, ${counts} of ${values.length}`,
    `**${toText(value)}${unit && ` ${unit}`}**`,
    `${toText(percentile(values, 0.1))}–${toText(percentile(values, 0.9))}`,
    peer ? `${peer.what}: ${toText(median(peer.values))}${unit && ` ${unit}`}` : '',
    ratio === undefined ? '' : `${toText(ratio)} x`,
    limit ?? '',
    met === undefined ? '' : met ? 'met' : '**missed**',
  ]
}

/** A number with three significant digits and thousands separators; ∞ for an exceeded time limit. */
export function toText(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}
