import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { describesItself, hasControls, isAlone } from './server.ts'

const REPLACE_ALL_DATA: CallName[] = ['POST /api/mock/reset', 'POST /api/mock/snapshot']

/** The calls that the server under test is to serve, and that it can be asked to do for a test. */
export const callable = (Object.keys(calls) as CallName[]).filter((name) => {
  const call: Call = calls[name]
  if (name === 'GET /api/openapi.json') return describesItself
  if (REPLACE_ALL_DATA.includes(name)) return isAlone
  return !call.control || hasControls
})
