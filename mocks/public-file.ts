/** The address of a file in `public/`, named as if the app were served at the root of its host. */
export function publicFile(path: `/${string}`): string {
  return import.meta.env.BASE_URL + path.slice(1)
}
