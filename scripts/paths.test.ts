import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedData } from '../mocks/seed/seed.ts'
import { idbStore } from '../mocks/store/row-cache.ts'
import { testApi } from '../mocks/testing/api.ts'
import { localClub, localDevice } from '../sync/lab/devices.ts'
import { codeIn } from './markdown.ts'
import { visitedFiles } from './visited-files.ts'

/** The files of `folder` that a section of a page names. */
function namedFiles(page: string, heading: string, folder: RegExp): string[] {
  const [, section = ''] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return [...new Set(codeIn(text))].filter((code) => folder.test(code)).sort()
}

test('docs/architecture.md names the files of mocks/ that a like visits', async () => {
  const name = crypto.randomUUID()
  const { send, logIn } = testApi(idbStore(name))
  const { token } = await logIn()
  const like = async (id: string) => {
    const headers = {
      authorization: token,
      prefer: 'return=minimal, people=own',
      'idempotency-key': crypto.randomUUID(),
    }
    const { status } = await send(`/api/posts/like/${id}`, { method: 'POST', headers })
    expect(status).toBe(201)
  }
  // The first request adds the seed.
  await like('1')
  const visited = await visitedFiles(/^mocks\//, () => like('2'))
  expect(namedFiles('docs/architecture.md', 'The path of a like', /^mocks\//)).toEqual(visited)
})

test('docs/sync.md names the files of sync/ that a comment visits which is made offline', async () => {
  const club = await localClub({}, seedData(Date.now()))
  const { token } = await club.addMember('ada')
  let isOffline = false
  const device = localDevice(club, (reply) => {
    return isOffline ? Promise.reject(new TypeError('Failed to fetch')) : reply()
  })
  await device.logIn(token)
  const visited = await visitedFiles(/^sync\//, async () => {
    isOffline = true
    const body = { content: 'From the paddock' }
    const options = { params: { postId: '1' }, body, token }
    const { status } = await device.call('POST /api/comments/add/:postId', options)
    expect(status).toBe(201)
    isOffline = false
    await device.sync()
  })
  expect(await device.pending()).toEqual([])
  expect(namedFiles('docs/sync.md', 'The path of a comment made offline', /^sync\//)).toEqual(
    visited,
  )
})
