// `npm run dev`: the sources themselves, with hot reload.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, posts, test } from '../support/fixtures.ts'

test('the sources run in the development server, worker and all', async ({ page, complaints }) => {
  test.setTimeout(120_000)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const server = await createServer({ root, logLevel: 'error', server: { port: 0 } })
  try {
    await server.listen()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    const guest = page.getByRole('button', { name: 'Log in as guest' })
    // Vite may find a dependency only now, and then loads the page anew.
    await expect(async () => {
      if (await guest.isVisible()) await guest.click()
      await expect(posts(page)).toHaveCount(5)
    }).toPass({ timeout: 90_000 })
  } finally {
    await server.close()
  }
  expect(complaints.filter((text) => !text.includes('WebSocket'))).toEqual([])
  complaints.length = 0
})
