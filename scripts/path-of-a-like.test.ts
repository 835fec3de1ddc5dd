import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { idbStore } from '../mocks/data/adapters/indexeddb.ts'
import { rowCache } from '../mocks/data/row-cache.ts'
import { testApi } from '../mocks/testing/api.ts'
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
  const { send, logIn } = testApi(rowCache(idbStore(name), name))
  const { token } = await logIn()
  const like = async (id: string) => {
    const headers = {
      authorization: token,
      prefer: 'return=minimal',
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
