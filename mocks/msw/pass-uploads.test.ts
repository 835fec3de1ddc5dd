import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setupServer } from 'msw/node'
import { afterEach, expect, test } from 'vitest'
import { memoryStore } from '../data/adapters/memory.ts'
import { openDatabase } from '../data/database.ts'
import { createMswHandlers } from '../msw-handlers.ts'
import { picture } from '../testing/picture.ts'
import { passUploads } from './pass-uploads.ts'

const cleanUps: (() => unknown)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** A stub of the image host, on the real network of this machine. */
async function imageHost() {
  const host = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"secure_url":"https://pictures.test/1"}'))
  })
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve))
  cleanUps.push(() => host.close())
  return `http://localhost:${(host.address() as AddressInfo).port}/upload`
}

test('a host that passes every request to MSW lets uploads through and handles the rest', async () => {
  const uploadUrl = await imageHost()
  const database = openDatabase(memoryStore())
  const handlers = [...createMswHandlers({ database, delayMs: 0 }), ...passUploads(uploadUrl)]
  const server = setupServer(...handlers)
  server.listen({ onUnhandledFrame: 'error' })
  cleanUps.push(() => server.close())

  const form = new FormData()
  form.set('file', picture())
  const answer = await fetch(uploadUrl, { method: 'POST', body: form })
  expect(await answer.json()).toEqual({ secure_url: 'https://pictures.test/1' })
  await expect(fetch(`${uploadUrl}/other`)).rejects.toThrow()
})

test('without an image host nothing is passed through', () => {
  expect(passUploads('')).toEqual([])
})
