import { readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    // A process that has ended and that nobody has waited for still has an id.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
