import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BrowserContext, Page } from 'playwright/test'
import { test as base, expect, posts, writePost } from './fixtures.ts'
import { pictureFile } from './picture-files.ts'
import { expectShown, pick, preview } from './pictures.ts'

type Upload = { fields: Record<string, string>; file: File; bytes: Buffer }

/**
 * A stub of the image host of R10.3: a real server on this machine, at the address that is built into the app of
 * the project "cloud".
 */
async function startImageHost(port: number) {
  const uploads: Upload[] = []
  const pictures = new Map<string, Buffer>()
  const host = {
    uploads,
    /** When set, every upload fails with this status. */
    failWith: 0,
    /** The number of uploads that were started, including failed ones. */
    begun: 0,
    address: (name: string) => `http://localhost:${port}/garage/pictures/${name}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('Access-Control-Allow-Origin', '*')
    // A form with upload progress listeners causes a CORS preflight request.
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'Access-Control-Allow-Methods': 'POST' }).end()
      return
    }
    const { pathname } = new URL(request.url ?? '', `http://localhost:${port}`)
    if (request.method === 'GET') {
      const picture = pictures.get(pathname.split('/').at(-1) ?? '')
      response.writeHead(picture ? 200 : 404, { 'Content-Type': 'image/bmp' }).end(picture)
      return
    }
    host.begun += 1
    const body = Buffer.concat(await Array.fromAsync(request))
    if (host.failWith) {
      response.writeHead(host.failWith).end('{"error":{"message":"Out of oil"}}')
      return
    }
    const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
    const form = await new Response(body, { headers }).formData()
    const file = form.get('file') as File
    const bytes = Buffer.from(await file.arrayBuffer())
    const texts = [...form].filter(([, value]) => typeof value === 'string')
    uploads.push({ fields: Object.fromEntries(texts) as Upload['fields'], file, bytes })
    const name = `ride-${uploads.length}`
    pictures.set(name, bytes)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ secure_url: host.address(name), public_id: name }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return host
}

export type ImageHost = Awaited<ReturnType<typeof startImageHost>>

/** Tests of the project "cloud", each with its own image host. */
export const test = base.extend<{ host: ImageHost }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, { project }) => {
      const host = await startImageHost(project.metadata.imageHostPort)
      await use(host)
      await host.close()
    },
    { auto: true },
  ],
})

export { expect }

/** Limits the upload speed, as on a slow network. -1 is no limit. */
export async function uploadSlowly(page: Page, context: BrowserContext, bytesPerSecond: number) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

/** Writes a post with a picture, and returns the picture in the feed. */
export async function postPicture(page: Page, text: string, file = pictureFile()) {
  await pick(page, file)
  await expectShown(preview(page))
  await writePost(page, text)
  return posts(page)
    .first()
    .getByRole('img', { name: /^Photo by/ })
}
