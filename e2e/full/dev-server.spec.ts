// `npm run dev`: the sources themselves, with hot reload.
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin } from 'vite'
import { expect, posts, test } from '../support/fixtures.ts'

const ERRORS = fileURLToPath(new URL('../../mocks/error-replies.ts', import.meta.url))

test('the sources run; an edit of the API reloads once', async ({ page, expectErrors }) => {
  let isEdited = false
  const edit: Plugin = {
    name: 'edit',
    transform: (code, id) =>
      isEdited && id === ERRORS ? code.replace('no route defined', 'no route at all') : undefined,
  }
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const plugins = [edit]
  const server = await createServer({ root, logLevel: 'error', server: { port: 0 }, plugins })
  try {
    await server.listen()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    const guest = page.getByRole('button', { name: 'Log in as guest' })
    // When Vite discovers a dependency late, it reloads the page.
    await expect(async () => {
      if (await guest.isVisible()) await guest.click()
      await expect(posts(page)).toHaveCount(5)
    }).toPass({ timeout: 90_000 })

    let loads = 0
    page.on('load', () => loads++)
    isEdited = true
    server.watcher.emit('change', ERRORS)
    await page.waitForEvent('load')
    const answer = () => page.evaluate(async () => (await fetch('/api/test-todos')).text())
    await expect.poll(answer).toContain('no route at all')
    await expect(posts(page)).toHaveCount(5)
    expect(loads).toBe(1)
  } finally {
    await server.close()
  }
  // TanStack Router takes over transitions when its provider renders, and may get one before that is mounted. React says so in
  // development only; the screen comes from a store and is right.
  expectErrors(/WebSocket|test-todos|React state update on a component that hasn't mounted yet/)
})
