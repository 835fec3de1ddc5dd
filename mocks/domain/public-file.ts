/** The base path of the build; the root in Node, which serves the files itself. */
const BASE = import.meta.env?.BASE_URL ?? '/'

/** The URL of a file in `public/`, given its path from the root of the app. */
export function publicFile(path: `/${string}`): string {
  return BASE + path.slice(1)
}
