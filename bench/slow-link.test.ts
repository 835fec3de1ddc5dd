import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { slowLink } from './slow-link.ts'

const BODY = Buffer.from(Array.from({ length: 5000 }, (_, index) => index).join(' '))

async function link(options: Parameters<typeof slowLink>[1]) {
  const server = createServer((_request, response) => response.end(BODY))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const link = await slowLink((server.address() as AddressInfo).port, options)
  onTestFinished(async () => {
    await link.close()
    server.closeAllConnections()
    server.close()
  })
  return link
}

async function read(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

test.each([true, false])('responses arrive complete and in order, slow: %s', async (slow) => {
  const line = await link({ bytesPerSecond: 400_000, rttMs: 20 })
  line.slow = slow
  const bodies = await Promise.all([1, 2, 3, 4].map(() => read(line.url)))
  for (const body of bodies) expect(body.equals(BODY)).toBe(true)
})
