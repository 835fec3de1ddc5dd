import type { Command } from './command.ts'
import { readActions } from './record-action.ts'

/** `actions`: what organisers have changed, oldest first. */
export const listActions: Command = {
  usage: '[--since 7d]',
  summary: 'the commands that have changed something: when, with which arguments, and who',
  options: { since: { type: 'string' } },
  async run({ server }, { options: { since } }) {
    const start = since === undefined ? undefined : Date.now() - readSpan(since)
    const found = await server.database.read((tx) => readActions(tx, start))
    const result = found.map(({ at, command, arguments: given, by }) => ({
      when: at,
      who: by,
      command,
      arguments: given.map(quoted).join(' '),
    }))
    return { result }
  },
}

const UNITS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 }

/** A span such as `7d`, in ms. */
function readSpan(text: string | boolean): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(String(text)) ?? []
  if (!unit) throw new Error(`--since takes a span such as 7d, 12h or 30m, not ${text}.`)
  return Number(count) * UNITS[unit as keyof typeof UNITS]
}

function quoted(text: string): string {
  return /\s|^$/.test(text) ? JSON.stringify(text) : text
}
