import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Clock ticks in a second, on Linux. */
const TICKS = 100

/**
 * Begins to measure the processors of this machine.
 * @returns a function that returns the shares of all processors since then, in percent: of programs named `node` and
 *   `postgres`, and of waiting for the disk; nothing where there is no `/proc`
 */
export function startUsage(): () => Record<string, number> {
  const before = read()
  const start = performance.now()
  return () => {
    const after = read()
    const all = ((performance.now() - start) / 1000) * TICKS * availableParallelism()
    return Object.fromEntries(
      Object.entries(after).map(([name, ticks]) => [
        name,
        ((ticks - (before[name] ?? 0)) / all) * 100,
      ]),
    )
  }
}

/** The ticks of this process are not counted: it is the clients. */
function read(): Record<string, number> {
  const ticks = { node: 0, clients: 0, postgres: 0, disk: 0 }
  try {
    const [, , , , , wait = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 6)
    ticks.disk = Number(wait)
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const stat = statOf(pid)
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const used = Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
      if (Number(pid) === process.pid) ticks.clients += used
      else if (name === 'postgres') ticks.postgres += used
      else if (Number(fields[1]) === process.pid) ticks.node += used
    }
    return ticks
  } catch {
    return {}
  }
}

/** The process may have ended meanwhile. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
