import { readFileSync } from 'node:fs'
import { countFormerMembers } from '../../mocks/domain/former-member.ts'
import { type Space, spaceOf } from '../metrics/space.ts'
import type { Command, Running } from './command.ts'
import { readLastBackup } from './note-backup.ts'

const DAY_MS = 86_400_000
/** Below, the organiser should act: a day of pictures can take that much. */
const LITTLE_SPACE = 1e9
const CERTIFICATE_DAYS = 14
/** One that is written each week may be late. */
const BACKUP_DAYS = 8

/** Of PostgreSQL, or while no club runs. */
const ALONE = 'No process that this command can ask serves it. GET /metrics has the numbers of one.'

/** The data of a club. */
type Contents = { dataVersion: number; members: number; posts: number; lastBackup?: number }

type Status = { version: string; data: string; warnings: string[] } & Contents &
  Space &
  Partial<Running>

/** `status`: what `/metrics` and `/healthz` say, for people. */
export const showStatus: Command = {
  usage: '',
  summary: 'how the club is: address, members, disk, devices, warnings',
  async run({ server, opened, data, running }) {
    const contents = await server.database.readAnyVersion(
      async (tx): Promise<Contents> => ({
        dataVersion: Number(await tx.getMeta('version')),
        members: (await tx.count('users')) - (await countFormerMembers(tx)),
        posts: await tx.count('posts'),
        lastBackup: await readLastBackup(tx),
      }),
    )
    const space = await spaceOf(opened, data)()
    const own = await running?.()
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    )
    const warnings = warningsOf({ ...contents, ...space, ...own })
    const result: Status = { version, data, ...contents, ...space, ...own, warnings }
    return { result, text: describe(result) }
  },
}

/** What an organiser should act on. */
export function warningsOf(status: Partial<Status>): string[] {
  const { freeBytes, certificateEnds, isHealthy, lastBackup } = status
  const age = lastBackup === undefined ? 0 : Math.floor((Date.now() - lastBackup) / DAY_MS)
  const days =
    certificateEnds === undefined ? undefined : Math.floor((certificateEnds - Date.now()) / DAY_MS)
  return [
    isHealthy === false && 'Writes fail: the errors are in the log.',
    freeBytes !== undefined &&
      freeBytes < LITTLE_SPACE &&
      `The disk is nearly full: ${bytes(freeBytes)} are free.`,
    age > BACKUP_DAYS && `The last backup is ${age} days old.`,
    days !== undefined && days < 0 && 'The certificate has ended.',
    days !== undefined &&
      days >= 0 &&
      days < CERTIFICATE_DAYS &&
      `The certificate ends in ${days} days.`,
  ].filter((one) => one !== false)
}

function describe(status: Status): string {
  const { addresses, startedAt = 0, certificateEnds, databaseBytes, freeBytes } = status
  const lines = [
    ['Club', addresses?.join('  ') ?? ALONE],
    ['Version', `${status.version}, data ${status.dataVersion}`],
    addresses && ['Runs since', `${minute(startedAt)} (${duration(Date.now() - startedAt)})`],
    ['Members', status.members],
    ['Posts', status.posts],
    ['Data', `${databaseBytes === undefined ? '' : `${bytes(databaseBytes)} in `}${status.data}`],
    freeBytes !== undefined && ['Free disk', bytes(freeBytes)],
    addresses && ['Requests', `${status.requestsPerMinute} in the last minute`],
    addresses && ['Devices', `${status.devices} with a replica, seen within a day`],
    addresses && ['Streams', status.streams],
    addresses && ['Refused', `${status.refusedWrites} writes since the start`],
    status.lastBackup !== undefined && ['Last backup', minute(status.lastBackup)],
    certificateEnds !== undefined && ['Certificate', `ends ${minute(certificateEnds)}`],
    ...status.warnings.map((text) => ['Warning', text]),
  ].filter((line) => Array.isArray(line))
  return lines.map(([name, text]) => `${String(name).padEnd(12)}${text}`).join('\n')
}

/** A size for people, in the units of disks. */
function bytes(count: number): string {
  const units: [number, string][] = [
    [1e9, 'GB'],
    [1e6, 'MB'],
  ]
  const [divisor, unit] = units.find(([one]) => count >= one) ?? [1e3, 'kB']
  return `${(count / divisor).toFixed(1)} ${unit}`
}

function minute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
