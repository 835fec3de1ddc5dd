const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is

/** The addresses of the hosts in `postgres://user:password@host1:5432,host2:5432/database`, the format of libpq. */
export function hostAddresses(url: string): string[] {
  const [, before, hosts = '', after] = ADDRESS.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts
    .split(',')
    .filter(Boolean)
    .map((host) => before + host + after)
}

/** The hosts in an address, as it has them: `host1:5432,host2:5432`. */
function hostList(url: string): string {
  return ADDRESS.exec(url)?.[2] ?? ''
}

/** The host of an address, for people: without user and password. */
export function hostIn(address: string): string {
  return hostList(address) || 'this machine'
}
