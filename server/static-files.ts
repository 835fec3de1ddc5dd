import { readFile } from 'node:fs/promises'

const PICTURE = /^\/seed\/(?:covers|people|posts)\/[a-z-]+\.svg$/

/** The drawings that seeded users and posts show; in the app its own host has them. */
export async function seedPicture({ method, url }: Request): Promise<Response | undefined> {
  const { pathname } = new URL(url)
  if (method !== 'GET' || !PICTURE.test(pathname)) return undefined
  const file = new URL(`../public${pathname}`, import.meta.url)
  const bytes = await readFile(file).catch(() => undefined)
  return bytes && new Response(bytes, { headers: { 'Content-Type': 'image/svg+xml' } })
}
