import { inject, test } from 'vitest'
import { openApiDocument } from '../../scripts/api-description/openapi.ts'
import type {} from '../../server/testing/processes.ts'
import type {} from '../../server/testing/run-api.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { localClub, localDevice } from '../../sync/lab/devices.ts'
import type {} from '../../sync/testing/replica.ts'
import { openDatabase } from '../database.ts'
import { deviceHost } from '../host.ts'
import { createServer } from '../msw-handlers.ts'
import { seedData } from '../seed/seed.ts'
import { memoryStore } from '../store/adapters/memory.ts'

/** The address of a server that is in use: its data must stay as they are. */
const foreign = process.env.CONTRACT_URL
const processes = inject('processes')
const own = inject('ownServer') ?? processes?.[0]
const base = (foreign ?? own ?? 'http://gearheads.test').replace(/\/$/, '')
const isReplica = inject('replica') === true
/** For tests of full replies to writes, which a device leaves to its club. */
export const testFullReply = test.skipIf(isReplica)
const respond = foreign || own ? fetch : isReplica ? await replica() : handlers()
let sent = 0

/** Sends a request to a path of the server under test, or to an absolute URL that it returned. */
export function send(path: string, init?: RequestInit): Promise<Response> {
  // In turn, so that each process reads what another wrote.
  const origin = processes?.[sent++ % processes.length] ?? base
  const url = path.startsWith('/') ? origin + path : path
  return respond(new Request(url, { redirect: 'manual', ...init }))
}

/** The URL of `path`, relative to the server under test. */
export function resolve(path: string): string {
  return new URL(path, base).href
}

/** Whether only these tests see the data, so that they may replace all of it. */
const isExclusive = !foreign && !own && !isReplica

/** Whether the server has the controls of the mock, which other servers do not need. */
const hasControls = isExclusive || (await send('/api/mock')).ok

/** Whether the server has a description of its API. */
const hasDescription = isExclusive || (await send('/api/openapi.json')).ok

const REPLACE_ALL_DATA: CallName[] = ['POST /api/mock/reset', 'POST /api/mock/snapshot']

/** The calls of the contract that can be tested on this server. */
export const callable = (Object.keys(calls) as CallName[]).filter((name) => {
  const call: Call = calls[name]
  if (name === 'GET /api/openapi.json') return hasDescription
  if (REPLACE_ALL_DATA.includes(name)) return isExclusive
  return !call.control || hasControls
})

/**
 * A device that sends each write to its club, and reads the changes, before the next request. It does the writes itself;
 * reads with everybody in the lists of people are the club's.
 */
async function replica(): Promise<(request: Request) => Promise<Response>> {
  const describe = async () => openApiDocument('0.0.0')
  const club = await localClub(
    { describe, imageHost: 'https://pictures.test/' },
    seedData(Date.now()),
  )
  const device = localDevice(club)
  await device.sync()
  return async (request) => {
    const isOwn = request.method !== 'GET' && !request.headers.has('Prefer')
    if (isOwn) request.headers.set('Prefer', 'people=own')
    const response = await device.serve(request)
    await device.sync()
    return request.url.includes('/api/mock') ? response : withoutShortIds(response)
  }
}

/** A new row has its short `id` only when the club has assigned it; until then that is the `_id`. */
async function withoutShortIds(response: Response): Promise<Response> {
  if (!response.headers.get('Content-Type')?.includes('json')) return response
  const shortened = (_: string, value: unknown) => {
    const row = Object(value) as { _id?: string; id?: string }
    return row._id && row.id ? { ...row, id: row._id } : value
  }
  const body = JSON.parse(await response.text(), shortened)
  const { status, headers } = response
  return new Response(JSON.stringify(body), { status, headers })
}

function handlers(): (request: Request) => Promise<Response> {
  const describe = async () => openApiDocument('0.0.0')
  const imageHost = 'https://pictures.test/'
  const database = openDatabase(memoryStore())
  return createServer(deviceHost({ database, delayMs: 0, describe, imageHost }))
}
