import { expect, test, vi } from 'vitest'
import { httpApi } from './testing/http-api.ts'

// A machine that has else to do takes its time.
vi.setConfig({ testTimeout: 30_000 })

test.each(['/api/posts', '/api/posts?search=e', '/api/mock/snapshot'])(
  'others are served while %s lists 3,000 posts',
  async (path) => {
    const { send } = await httpApi()
    const seed = { users: 30, posts: 3_000 }
    await send('/api/mock/reset', { method: 'POST', body: JSON.stringify({ seed }) })
    let isDone = false
    const long = send(path).finally(() => {
      isDone = true
    })
    let others = 0
    while (!isDone) {
      const { posts } = await (await send('/api/posts?limit=1')).json()
      if (!isDone) others += posts.length
    }
    expect(others).toBeGreaterThan(10)
    const { posts } = await (await long).json()
    expect(posts.length).toBeGreaterThan(2_000)
  },
)
