import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** Addresses that are in no public network (IANA, special-purpose address registries). */
const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // With an IPv4 address in it.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the internet: not of this machine, a local network, or a link. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** Ms for each of two tries. */
const TIMEOUT_MS = 2_000

type Resolve = (name: string) => Promise<LookupAddress[]>

/**
 * Resolves a name for one connection, which is made to the addresses that were checked: a second answer cannot point it to
 * this machine. Fails if one of them is not public. Unlike the resolver of the system, it occupies no thread.
 */
export function publicLookup(resolve: Resolve = resolvePublicly): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        const error = (text: string) => Object.assign(new Error(text), { code: 'ENOTFOUND' })
        if (!first) return callback(error(`${name} has no address`), [])
        if (!addresses.every(({ address }) => isPublic(address)))
          return callback(error(`${name} is not public`), [])
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

async function resolvePublicly(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  const [v4, v6] = await Promise.all([
    resolver.resolve4(name).catch(() => []),
    resolver.resolve6(name).catch(() => []),
  ])
  return [
    ...v4.map((address) => ({ address, family: 4 })),
    ...v6.map((address) => ({ address, family: 6 })),
  ]
}
