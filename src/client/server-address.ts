/*
 * For an app that is built for a server (`VITE_API_URL` in `.env`); other builds leave this out. The
 * server names its pictures by their path, as the worker does. The page comes from another host, so it
 * needs whole addresses; requests to the server have paths again.
 */
const server = () => import.meta.env.VITE_API_URL.replace(/\/$/, '')

/** The address of a call. Addresses that do not start with `/api/` stay as they are. */
export function onServer(url: string): string {
  return url.startsWith('/api/') ? server() + url : url
}

/** A response with whole addresses of pictures. */
export function forPage<Data>(data: Data): Data {
  return withPictures(data, (url) => (/^\/(?!\/)/.test(url) ? server() + url : url))
}

/** A body, or the address of one picture, with paths on the server. */
export function forServer<Data>(data: Data): Data {
  const local = (url: string) => (url.startsWith(`${server()}/`) ? url.slice(server().length) : url)
  return typeof data === 'string' ? (local(data) as Data) : withPictures(data, local)
}

/** The fields of the contract that hold the address of a picture. */
const PICTURES = ['imageUrl', 'userPhoto', 'chosen', 'default', 'secure_url']

function withPictures<Data>(data: Data, change: (url: string) => string): Data {
  if (Array.isArray(data)) return data.map((item) => withPictures(item, change)) as Data
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([key, value]) => {
    const isPicture = PICTURES.includes(key) && typeof value === 'string'
    return [key, isPicture ? change(value) : withPictures(value, change)]
  })
  return Object.fromEntries(entries)
}
