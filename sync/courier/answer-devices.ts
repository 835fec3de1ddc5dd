import { maxLength, object, pipe, regex, string } from 'valibot'
import { ApiError } from '../../mocks/api-error.ts'
import type { Database } from '../../mocks/database.ts'
import { isUsable, readKeys, registerKey, revokeKey } from '../../mocks/domain/device-keys.ts'
import { readTime } from '../../mocks/domain/settings.ts'
import { type Session, sessionOf } from '../../mocks/domain/token.ts'
import { checkBody } from '../../mocks/read-body.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { readViewer } from '../../mocks/viewer.ts'
import type { Device } from '../../src/contract/devices.ts'

const coordinate = pipe(string(), regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url'))
const registration = object({
  x: coordinate,
  y: coordinate,
  name: pipe(string(), maxLength(200, 'is too long')),
})
const revocation = object({ kid: string() })

/**
 * Lists the devices of the viewer, registers the key of this session, or revokes a key (R3.28).
 * @param body of `POST` and `DELETE`, as JSON
 * @throws ApiError 400, 403 or 404
 */
export async function answerDevices(
  database: Database,
  method: 'GET' | 'POST' | 'DELETE',
  token: string,
  body: string,
): Promise<{ devices: Device[] }> {
  if (method === 'POST') {
    const key = checkBody(registration, body)
    await mustBePoint(key)
    await database.write(async (tx) => {
      const { user, session } = await readSession(tx, token)
      await registerKey(tx, user, session, key, await readTime(tx))
    })
  }
  if (method === 'DELETE') {
    const { kid } = checkBody(revocation, body)
    await database.write(async (tx) => revokeKey(tx, await readViewer(tx, token), kid))
  }
  return database.read(async (tx) => {
    const { user, session } = await readSession(tx, token)
    const now = await readTime(tx)
    const usable = (await readKeys(tx, user._id)).filter((key) => isUsable(user, key, now))
    return {
      devices: usable.map(({ kid, name = '', createdAt = 0, usedAt = 0, session: { hash } }) => ({
        kid,
        name,
        createdAt,
        usedAt,
        isThis: hash === session.hash,
      })),
    }
  })
}

/** @throws ApiError 404 as {@link readViewer} does */
async function readSession(
  tx: Transaction,
  token: string,
): Promise<{ user: UserRow; session: Session }> {
  const user = await readViewer(tx, token)
  const session = await sessionOf(tx, token)
  if (!session) throw new Error('A valid token has a session')
  return { user, session }
}

/** @throws ApiError 400 when the key is no point of the curve */
async function mustBePoint({ x, y }: { x: string; y: string }): Promise<void> {
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']).catch(() => {
    throw new ApiError({ status: 400, text: 'x: must be a point of the curve P-256, with y' })
  })
}
