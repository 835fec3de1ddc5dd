import { EventEmitter } from 'node:events'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

/** A statement as PostgreSQL has executed it. */
export type RunStatement = { sql: string; plan: PlanNode }

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  /** Of each loop. */
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Settings of a connection, so that PostgreSQL sends the plan of each statement with its result. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'notice',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** The address of a database whose connections send plans to {@link recordPlans}. @param url with `?options=` */
export function withPlans(url: string): string {
  const options = Object.entries(SETTINGS).map(([name, value]) => ` -c ${name}=${value}`)
  return url + encodeURIComponent(options.join(''))
}

/** Records the statements of all connections of this thread, until the test ends. */
export function recordPlans(): { statements: RunStatement[] } {
  const recorded: { statements: RunStatement[] } = { statements: [] }
  const emit = EventEmitter.prototype.emit
  const spy = vi.spyOn(pg.Client.prototype, 'emit').mockImplementation(function (
    this: pg.Client,
    event: string | symbol,
    ...values: unknown[]
  ) {
    if (event === 'notice') {
      const { message = '' } = values[0] as { message?: string }
      const [, json] = message.split('plan:\n')
      if (json) {
        const { 'Query Text': sql, Plan: plan } = JSON.parse(json)
        recorded.statements.push({ sql, plan })
      }
    }
    return emit.call(this, event, ...values)
  })
  onTestFinished(() => void spy.mockRestore())
  return recorded
}

/** The nodes of a plan that read a table or an index. */
function scansIn(node: PlanNode): PlanNode[] {
  const own = /Scan$/.test(node['Node Type']) && (node['Relation Name'] ?? node['Index Name'])
  return [...(own ? [node] : []), ...(node.Plans ?? []).flatMap(scansIn)]
}

/** Those that read a whole table or index. */
export function wholeScans({ sql, plan }: RunStatement): string[] {
  const isWhole = (node: PlanNode) =>
    node['Node Type'] === 'Seq Scan' ||
    (/^(Bitmap )?Index/.test(node['Node Type']) && !node['Index Cond'])
  return scansIn(plan)
    .filter(isWhole)
    .map((node) => `${node['Node Type']} of ${node['Relation Name'] ?? node['Index Name']}: ${sql}`)
}

/** The rows and entries of indexes that a statement has read. */
export function rowsRead({ plan }: RunStatement): number {
  return scansIn(plan)
    .map(
      (node) =>
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'],
    )
    .reduce((sum, rows) => sum + rows, 0)
}
