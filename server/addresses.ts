import { networkInterfaces } from 'node:os'
import type { Database } from '../mocks/database.ts'

/** The origin that a person names with `--origin`. @throws Error when it is none */
export function parseOrigin(text: string): string {
  const url = URL.parse(text.trim())
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new Error(`--origin takes an address such as https://club.example.com, not ${text}`)
}

/**
 * The addresses of a club for people: its public ones, or those in the local network first.
 * @param origins of `--origin`, of which the first one is the club's own, and `*` is none
 */
export function addressesOf(url: string, host: string, origins: readonly string[] = []): string[] {
  const own = origins.find((origin) => origin !== '*')
  if (own) return [own]
  if (host !== '0.0.0.0' && host !== '::') return [url]
  const { protocol, port } = new URL(url)
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [...outside.map(({ address }) => address), 'localhost'].map(
    (name) => `${protocol}//${name}:${port}`,
  )
}

const ADDRESS = 'address'

/** Notes the address of a club, for the links that its commands print. */
export async function noteAddress(database: Database, address: string): Promise<void> {
  if ((await readAddress(database)) === address) return
  await database.write(async (tx) => tx.putMeta(ADDRESS, address))
}

/** The address at which the club was last started. */
export async function readAddress(database: Database): Promise<string | undefined> {
  return database.read(async (tx) => (await tx.getMeta(ADDRESS)) as string | undefined)
}
