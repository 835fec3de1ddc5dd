/**
 * Where a club's server has the keys of a user's devices (docs/sync.md#courier): `GET` lists them, `POST` registers the key of this
 * session, `DELETE` with its `kid` revokes one.
 */
export const DEVICES_PATH = '/api/devices'

/** A device of a user, which can sign writes that other phones deliver. */
export type Device = {
  /** The thumbprint of its public key (RFC 7638). */
  kid: string
  name: string
  /** In ms since 1970. */
  createdAt: number
  /** When a write that it had signed arrived, or it was registered. In ms since 1970, to a day. */
  usedAt: number
  /** Whether it belongs to the session of the request. */
  isThis: boolean
}
