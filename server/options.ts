import { parseArgs } from 'node:util'

export type ApiOptions = {
  host: string
  port: number
  /** The file of the data. */
  data: string
  /** The origins whose pages may call the API, beside those of this machine. `*` allows all. */
  origin: string[]
  /** See `HostOptions.imageHost`. */
  imageHost?: string
}

export const USAGE = `npm run api -- [options]

  --port 4180           where it listens; 0 takes any free port
  --host localhost      0.0.0.0 lets other machines in
  --data data/api.db    the file of the data; delete it to start over
  --origin https://…    whose pages may call it, beside those of this machine; may be repeated
  --image-host https:…  below which address pictures may move to an image host
`

/**
 * The options of `npm run api`.
 * @throws if one is unknown or invalid
 */
export function apiOptions(args: string[]): ApiOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4180' },
      host: { type: 'string', default: 'localhost' },
      data: { type: 'string', default: 'data/api.db' },
      origin: { type: 'string', multiple: true, default: [] },
      'image-host': { type: 'string' },
    },
  })
  const { 'image-host': imageHost, ...rest } = values
  if (imageHost !== undefined && !/^https?:/.test(imageHost && new URL(imageHost).href)) {
    throw new Error(`--image-host takes an http(s) address, not ${imageHost}`)
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not ${values.port}`)
  }
  return { ...rest, port, imageHost }
}
