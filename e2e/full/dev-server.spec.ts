// `npm run dev`: the sources themselves, with hot reload.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, posts, test } from '../support/fixtures.ts'

test('the development server runs the app from its sources, including the worker', async ({
  page,
  expectErrors,
}) => {
  test.setTimeout(120_000)
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const server = await createServer({ root, logLevel: 'error', server: { port: 0 } })
  try {
    await server.listen()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    const guest = page.getByRole('button', { name: 'Log in as guest' })
    // When Vite discovers a dependency late, it reloads the page.
    await expect(async () => {
      if (await guest.isVisible()) await guest.click()
      await expect(posts(page)).toHaveCount(5)
    }).toPass({ timeout: 90_000 })
  } finally {
    await server.close()
  }
  expectErrors(/WebSocket/)
})
