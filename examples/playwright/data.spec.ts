import { expect, test } from '@playwright/test'
import { callApi, guest, logIn, posts } from './gearheads.ts'

test('a new browser starts with 5 users and 5 posts', async ({ page }) => {
  await logIn(page, guest)
  await expect(posts(page)).toHaveCount(5)
})

test('generate data, always the same for the same seed and time', async ({ page }) => {
  await logIn(page, guest)
  const seed = { users: 50, posts: 500, seed: 7 }
  // The data end at the time of the reset.
  const settings = { now: '2026-05-01T12:00:00Z' }
  await callApi(page, 'POST /api/mock/reset', { seed, settings })
  type Posts = { posts: { content: string }[] }
  const before = await callApi<Posts>(page, 'GET /api/posts')
  await callApi(page, 'POST /api/mock/reset', { seed, settings })
  const after = await callApi<Posts>(page, 'GET /api/posts')
  expect(after.data.posts).toHaveLength(500)
  expect(after.data).toEqual(before.data)
})

test('restore everything: data, delay, failures and overrides', async ({ page }) => {
  await logIn(page, guest)
  await callApi(page, 'POST /api/posts', { content: 'Gone after the reset' })
  const reset = { seed: 'default', settings: true }
  type State = { settings: { delay: number }; counts: { posts: number } }
  const { data } = await callApi<State>(page, 'POST /api/mock/reset', reset)
  expect(data.counts.posts).toBe(5)
  expect(data.settings.delay).toBe(400)
})

test('take a snapshot, reset the data, restore the snapshot', async ({ page }) => {
  await logIn(page, guest)
  await callApi(page, 'POST /api/posts', { content: 'Worth keeping' })
  const { data: snapshot } = await callApi(page, 'GET /api/mock/snapshot')
  await callApi(page, 'POST /api/mock/reset', { seed: 'empty' })
  await callApi(page, 'POST /api/mock/snapshot', snapshot)
  // There was no guest in the empty data, which ended the session.
  await logIn(page, guest)
  await expect(posts(page).first()).toContainText('Worth keeping')
})
