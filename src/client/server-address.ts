/**
 * For an app that is built for a server of its own (`VITE_API_URL` in `.env`); without one nothing of
 * this is in the app. The server names pictures of its own by their path, as the worker does. For a
 * page, which comes from another host, they get the whole address, and lose it on their way back.
 */
const server = () => import.meta.env.VITE_API_URL.replace(/\/$/, '')

/** The address of a call: `/api/…` is on the server, and all else where it says. */
export function onServer(url: string): string {
  return url.startsWith('/api/') ? server() + url : url
}

/** An answer as the page is to have it. */
export function forPage<Data>(data: Data): Data {
  return withPictures(data, (url) => (/^\/(?!\/)/.test(url) ? server() + url : url))
}

/** A body, or the address of one picture, as the server knows it. */
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
