// No statement reads more rows in a large club than in a small one (docs/scaling.md).
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { measuredClub } from '../testing/generated-club.ts'

/** Members of the clubs. Their members have equally many posts, likes and comments on average. */
const [SMALL, LARGE] = [500, 2_500]
/** Rows, for crowds that are smaller in the small club than a page. */
const SLACK = 60

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

test('no request of the app reads a whole table or index, or more rows the larger the club is', async () => {
  const [small, large] = [await clubOf(SMALL), await clubOf(LARGE)]
  const problems: string[] = []
  let statements = 0
  for (const [name, request] of Object.entries(small.requests)) {
    const rows: number[] = []
    for (const [club, sent] of [
      [small, request],
      [large, large.requests[name]],
    ] as const) {
      const plans = await club.plansOf(sent ?? expect.fail(name))
      statements += plans.length
      rows.push(plans.flatMap(scans).reduce((sum, node) => sum + rowsRead(node), 0))
      const whole = plans.flatMap(scans).filter((node) => readsAll(node))
      problems.push(...whole.map((node) => `${name}: ${JSON.stringify(node)}`))
    }
    const [few = 0, many = 0] = rows
    if (many > 1.5 * few + SLACK) problems.push(`${name} reads ${few} rows, then ${many}`)
  }
  expect(problems).toEqual([])
  expect(statements).toBeGreaterThan(100)
}, 240_000)

async function clubOf(members: number) {
  const club = await measuredClub(inject('postgres') ?? '', members)
  const client = new pg.Client(club.data)
  await client.connect()
  // As in the connections of a club: then a plan without an index shows as a sequential scan only where none can be used.
  await client.query('SET enable_seqscan = off')
  const record = recordStatements()
  onTestFinished(async () => {
    record.stop()
    await client.end()
    await club.close()
  })
  return {
    requests: club.requests,
    /** Sends a request, and runs its statements once more: how many rows each part of their plans read. */
    async plansOf(send: () => Promise<unknown>): Promise<Node[]> {
      record.begin()
      await send()
      const plans: Node[] = []
      for (const { text, values } of record.take()) {
        await client.query('BEGIN')
        try {
          const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
          plans.push(rows[0]['QUERY PLAN'][0].Plan)
        } finally {
          await client.query('ROLLBACK')
        }
      }
      return plans
    },
  }
}

type Statement = { text: string; values?: unknown[] }

/** Records the statements that this process sends. */
function recordStatements() {
  const { query } = pg.Client.prototype
  let recorded: Statement[] | undefined
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [Statement | string]
    const statement = typeof first === 'string' ? { text: first } : first
    if (/^\s*(SELECT|INSERT|WITH|DELETE|UPDATE)/i.test(statement.text)) recorded?.push(statement)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof query
  return {
    begin() {
      recorded = []
    },
    take() {
      const taken = recorded ?? []
      recorded = undefined
      return taken.filter(({ text }) => !/pg_notify|pg_advisory|version\(\)/.test(text))
    },
    stop() {
      pg.Client.prototype.query = query
    },
  }
}

/** The parts of a plan that read a table or an index. */
function scans(node: Node): Node[] {
  const { Plans = [], ...self } = node
  return [
    ...(/Scan$/.test(self['Node Type']) && !isOfValues(self) ? [self] : []),
    ...Plans.flatMap(scans),
  ]
}

/** A scan of parameters or of a subquery. */
function isOfValues(node: Node): boolean {
  return /^(Function|Subquery|CTE|Values|Result)/.test(node['Node Type'])
}

function readsAll(node: Node): boolean {
  return (
    node['Node Type'] === 'Seq Scan' || (/Index/.test(node['Node Type']) && !node['Index Cond'])
  )
}

function rowsRead(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}
