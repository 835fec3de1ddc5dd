import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Clock ticks in a second, on Linux. */
const TICKS = 100

type Kind = 'node' | 'clients' | 'postgres' | 'disk'
type Used = { kind: Kind; ticks: number }

/**
 * Begins to measure the processors of this machine.
 * @returns a function that returns the shares of all processors since then, in percent: of the processes of a club (`node`), of this
 *   process (`clients`), of PostgreSQL, and of waiting for the disk; 0 where there is no `/proc`
 */
export function startUsage(): () => Record<Kind, number> {
  const before = read()
  const start = performance.now()
  return () => {
    const all = ((performance.now() - start) / 1000) * TICKS * availableParallelism()
    const sums: Record<Kind, number> = { node: 0, clients: 0, postgres: 0, disk: 0 }
    // A process that has ended meanwhile is left out.
    for (const [id, { kind, ticks }] of read()) {
      sums[kind] += ((ticks - (before.get(id)?.ticks ?? 0)) / all) * 100
    }
    return sums
  }
}

/** The ticks of each process, by its id. */
function read(): Map<string, Used> {
  const found = new Map<string, Used>()
  try {
    const [, , , , , wait = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 6)
    found.set('disk', { kind: 'disk', ticks: Number(wait) })
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const used = usedBy(id)
      if (used) found.set(id, used)
    }
  } catch {
    // Not Linux.
  }
  return found
}

function usedBy(id: string): Used | undefined {
  const stat = statOf(id)
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  if (Number(id) === process.pid) return { kind: 'clients', ticks }
  if (name === 'postgres') return { kind: 'postgres', ticks }
  return Number(fields[1]) === process.pid ? { kind: 'node', ticks } : undefined
}

/** The process may have ended meanwhile. */
function statOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return ''
  }
}
