import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildId } from './build-id.ts'

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'build-id-'))
  for (const folder of ['scripts', 'src', 'mocks', 'sync', 'public']) mkdirSync(join(root, folder))
  for (const file of ['index.html', 'vite.config.ts', 'package-lock.json', 'src/main.tsx']) {
    writeFileSync(join(root, file), file)
  }
  return root
}

test('the same sources have the same build id, in any folder', () => {
  expect(buildId(project())).toBe(buildId(project()))
})

test('a changed source, a new file or another setting changes the build id', () => {
  const root = project()
  const builds = [buildId(root)]
  writeFileSync(join(root, 'src/main.tsx'), 'changed')
  builds.push(buildId(root))
  writeFileSync(join(root, 'public/new.svg'), '<svg/>')
  builds.push(buildId(root))
  // The worker has the sync in it.
  writeFileSync(join(root, 'sync/new.ts'), 'new')
  builds.push(buildId(root))
  writeFileSync(join(root, '.env.local'), 'VITE_SOCIAL_URL_1=https://elsewhere.example')
  builds.push(buildId(root))
  expect(new Set(builds).size).toBe(5)
})

test('a test does not change the build id', () => {
  const root = project()
  const before = buildId(root)
  writeFileSync(join(root, 'src/main.test.ts'), 'test')
  expect(buildId(root)).toBe(before)
})
