/** A host with a port. As an address, `localhost:4392` would have the scheme `localhost`. */
const HOST_AND_PORT = /^(localhost|\d{1,3}(\.\d{1,3}){3}|[\w-]+(\.[\w-]+)+):\d+(?=[/?#]|$)/i

/** The address that an endpoint stands for: as typed, or with `http://` before a host with a port. */
export function addressOf(endpoint: string): string {
  return HOST_AND_PORT.test(endpoint) ? `http://${endpoint}` : endpoint
}

/** The same as an absolute URL; `undefined` if it is not a valid address. */
export function urlOf(endpoint: string): URL | undefined {
  return URL.parse(addressOf(endpoint), location.href) ?? undefined
}
