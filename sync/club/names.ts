import type { Host } from '../../mocks/host.ts'

/**
 * At a club only devices name writes, because they have the rows already. Those of other clients get the next id, so that they come
 * on top (R16.27). A device sends its pictures as a page does.
 */
export const nextName: Host['nameWrite'] = async (_tx, key, call) =>
  call === 'POST /api/uploads' ? key : undefined

/** The host of a write that a device has done. */
export function namedByDevice(host: Host): Host {
  return { ...host, nameWrite: async (_tx, key) => key }
}
