import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Defect, defects } from '../../src/contract/defects.ts'
import { judge, type Verdict } from '../judge/judge.ts'
import type { AppFiles } from '../judge/run-server.ts'

/** `again`: an earlier finding shows the same defect. `empty`: it has no test. Both cost nothing. */
type FindingResult = {
  file: string
  result: 'found' | 'again' | 'empty' | 'false alarm'
  defect?: Defect
  /** Of a false alarm. */
  reason?: string
  /** The last lines of a check that fails without a defect. */
  output?: string
}

export type Found = {
  planted: { defect: Defect; found: boolean }[]
  findings: FindingResult[]
  recall: number
  /** The share of the findings that show a planted defect; missing if there is none. */
  precision?: number
  /** One for each defect that was found, less half a point for each false alarm, but at least 0. */
  points: number
}

type Options = {
  app: AppFiles
  /** The folder of the findings. */
  cwd: string
  /** The command that plays the finding in this file. */
  play: (file: string) => string[]
  workers?: number
  show?: boolean
  timeoutMs?: number
  secret?: string
  /** Ends the runs, and rejects. */
  signal?: AbortSignal
  /** Called after each finding, with what is known. */
  onFinding?: (soFar: Found) => void
}

/** Of a run: a minute for the browser, and as long for the check. */
export const TIMEOUT_MS = 120_000

/** Plays each finding in runs with each planted defect, with defects that are not planted, and without one. */
export async function judgeFindings(
  planted: readonly Defect[],
  { cwd, play, onFinding, timeoutMs = TIMEOUT_MS, ...options }: Options,
): Promise<Found> {
  const files = checksIn(cwd)
  const others = othersThan(planted)
  const findings: FindingResult[] = []
  for (const file of files) {
    const isEmpty = !/\btest\b/.test(readFileSync(join(cwd, file), 'utf8'))
    if (isEmpty) findings.push({ file, result: 'empty' })
    else {
      const command = play(file)
      const runs = { ...options, command, cwd, timeoutMs, variesData: true }
      const shown = shownBy(await judge([...planted, ...others], runs), planted)
      if ('reason' in shown) findings.push({ file, result: 'false alarm', ...shown })
      else {
        const isKnown = findings.some(({ defect }) => defect === shown.defect)
        findings.push({ file, result: isKnown ? 'again' : 'found', ...shown })
      }
    }
    onFinding?.(toFound(planted, findings))
  }
  return toFound(planted, findings)
}

/** The files with findings. Others are their helpers. */
export const checksIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.(spec|test)\.m?[jt]s$/.test(name))
    .sort()

/** As many defects as are planted, and not these: a check of everything fails with them, too. */
function othersThan(planted: readonly Defect[]): Defect[] {
  const others = defects.filter((id) => !planted.includes(id))
  const count = Math.min(others.length, Math.max(2, planted.length))
  return Array.from({ length: count }, () => others.splice(randomInt(others.length), 1)).flat()
}

/** What a finding shows: one planted defect, both times, and nothing else. */
function shownBy(
  { scores, clean, output }: Verdict,
  planted: readonly Defect[],
): { defect: Defect } | { reason: string; output?: string } {
  if (clean.failed > 0) return { reason: 'It fails without a defect.', output }
  if (scores.some(({ result }) => result === 'unsure'))
    return { reason: 'It fails in one of two equal runs.' }
  const [first, ...more] = scores.filter(({ result }) => result === 'caught')
  if (!first) return { reason: 'It passes with each planted defect.' }
  if (more.length > 0) return { reason: 'It fails with more than one defect.' }
  if (!planted.includes(first.defect)) return { reason: 'It shows a defect that is not planted.' }
  return { defect: first.defect }
}

function toFound(planted: readonly Defect[], findings: FindingResult[]): Found {
  const count = (...results: FindingResult['result'][]) =>
    findings.filter(({ result }) => results.includes(result)).length
  const [found, right, wrong] = [count('found'), count('found', 'again'), count('false alarm')]
  return {
    planted: planted.map((defect) => ({
      defect,
      found: findings.some((one) => one.defect === defect),
    })),
    findings,
    recall: rounded(found / planted.length),
    precision: right + wrong > 0 ? rounded(right / (right + wrong)) : undefined,
    points: Math.max(0, found - wrong / 2),
  }
}

const rounded = (share: number) => Math.round(share * 100) / 100

const SIGNS = { found: '✓', again: '–', empty: '–', 'false alarm': '✗' }

export const toLine = ({ file, result, defect, reason = '', output }: FindingResult): string =>
  `${SIGNS[result]} ${result.padEnd(11)}  ${file}  ${defect ?? reason}${
    output ? `\n\n${output.replace(/[^\P{Cc}\n]/gu, '').replace(/^/gm, '    ')}\n` : ''
  }`

export function toSummary({ planted, findings, recall, precision, points }: Found): string {
  const missed = planted.filter(({ found }) => !found).map(({ defect }) => defect)
  const right = findings.filter(({ defect }) => defect).length
  const wrong = findings.filter(({ result }) => result === 'false alarm').length
  const shares = [
    `Recall ${recall} (${planted.length - missed.length} of ${planted.length} defects)`,
    precision === undefined
      ? 'precision unknown, because there are no findings'
      : `precision ${precision} (${right} of ${right + wrong} checks)`,
  ]
  return [
    `${planted.length - missed.length} of ${planted.length} planted defects found: ${points} of ${planted.length} points.`,
    `${shares.join(', ')}.`,
    ...(missed.length > 0 ? [`Not found: ${missed.join(', ')}.`] : []),
  ].join('\n')
}
