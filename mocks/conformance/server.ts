import { inject } from 'vitest'
import { openApiDocument } from '../../scripts/api-description/openapi.ts'
import type {} from '../../server/testing/run-api.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import { openDatabase } from '../data/database.ts'
import { createServer } from '../msw-handlers.ts'

/** The address of somebody's server: people use it, so nothing of theirs may be touched. */
const foreign = process.env.CONTRACT_URL
const base = (foreign ?? inject('ownServer') ?? 'http://gearheads.test').replace(/\/$/, '')
const respond = foreign || inject('ownServer') ? fetch : handlers()

/** Send a request to the server under test: to a path of it, or to an address that it named. */
export function send(path: string, init?: RequestInit): Promise<Response> {
  const url = path.startsWith('/') ? base + path : path
  return respond(new Request(url, { redirect: 'manual', ...init }))
}

/** Where `path` leads from a page of the server under test. */
export function resolve(path: string): string {
  return new URL(path, base).href
}

/** Whether nobody but these tests sees the data, so that all of it may be replaced. */
const isAlone = !foreign && !inject('ownServer')

/** Whether the server has the controls of the mock, which nobody but a mock needs. */
const hasControls = isAlone || (await send('/api/mock')).ok

/** Whether the server describes its API. */
const describesItself = isAlone || (await send('/api/openapi.json')).ok

const REPLACE_ALL_DATA: CallName[] = ['POST /api/mock/reset', 'POST /api/mock/snapshot']

/** The calls that the server under test is to serve, and that it can be asked to do for a test. */
export const callable = (Object.keys(calls) as CallName[]).filter((name) => {
  const call: Call = calls[name]
  if (name === 'GET /api/openapi.json') return describesItself
  if (REPLACE_ALL_DATA.includes(name)) return isAlone
  return !call.control || hasControls
})

function handlers(): (request: Request) => Promise<Response> {
  const describe = async () => openApiDocument('0.0.0')
  const imageHost = 'https://pictures.test/'
  return createServer({ database: openDatabase(memoryStore()), delayMs: 0, describe, imageHost })
}
