/** As the build says; in Node, which serves the files itself, the root. */
const BASE = import.meta.env?.BASE_URL ?? '/'

/** The address of a file in `public/`, named as if the app were served at the root of its host. */
export function publicFile(path: `/${string}`): string {
  return BASE + path.slice(1)
}
