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

/** The address with another option of the session, such as `-c search_path=club`. */
export function withOption(url: string, option: string): string {
  const at = url.indexOf('?')
  const [address, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
  const params = new URLSearchParams(query)
  params.set('options', [params.get('options'), option].filter(Boolean).join(' '))
  return `${address}?${params}`
}

/** The hosts in an address, as it has them: `host1:5432,host2:5432`. */
export function hostList(url: string): string {
  return ADDRESS.exec(url)?.[2] ?? ''
}

/** The host of an address, for people: without user and password. */
export function hostIn(address: string): string {
  return hostList(address) || 'this machine'
}
