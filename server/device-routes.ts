import type { Context, Hono } from 'hono'
import type { Host } from '../mocks/host.ts'
import { readViewer } from '../mocks/viewer.ts'
import { DEVICES_PATH } from '../src/contract/devices.ts'
import { answerDevices } from '../sync/courier/answer-devices.ts'
import { bearerToken, type Env } from './access.ts'
import type { ReadBody } from './bodies.ts'

const MAX_BYTES = 1_000
const KEY_WRITE = { isText: false, hashes: false, isReport: false }
const NO_STORE = { 'Cache-Control': 'no-store' }

/** The keys of the devices of a user, which sign writes that other phones deliver (R3.28). */
export function addDeviceRoutes(
  app: Hono<Env>,
  { database, admit }: Host,
  readBody: ReadBody,
): void {
  const answer = (method: 'GET' | 'POST' | 'DELETE') => async (c: Context<Env>) => {
    const body = await readBody(c, MAX_BYTES)
    if (body instanceof Response) return body
    const token = bearerToken(c.env.incoming)
    const viewer = await database.read((tx) => readViewer(tx, token))
    if (method !== 'GET') admit(viewer, { bytes: body.length, ...KEY_WRITE })
    const reply = await answerDevices(database, method, token, body.toString())
    return c.json(reply, method === 'POST' ? 201 : 200, NO_STORE)
  }
  app.get(DEVICES_PATH, answer('GET'))
  app.post(DEVICES_PATH, answer('POST'))
  app.delete(DEVICES_PATH, answer('DELETE'))
}
