import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Where it was measured: what matters to the numbers, and no name. */
export type Machine = Record<'cpu' | 'cores' | 'memory' | 'system' | 'node' | 'load', string>

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
