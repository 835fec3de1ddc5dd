import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the examples run on the one copy of Playwright that the project has', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const copies = Object.keys(packages).filter((path) =>
    /node_modules\/playwright(-core)?$/.test(path),
  )
  expect(copies.sort()).toEqual(['node_modules/playwright', 'node_modules/playwright-core'])
})

const folders = globSync('examples/*/README.md').map((file) => file.replace('/README.md', ''))

test.each(folders)('%s declares what it imports, and imports nothing outside', (folder) => {
  const sources = globSync(`${folder}/**/*.ts`).map((file) => readFileSync(file, 'utf8'))
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name = '']) => name),
  )
  if (imported.length === 0) return
  const { devDependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const isDeclared = (name: string) =>
    name in devDependencies || `@types/${name.split('/')[0]}` in devDependencies
  expect(imported.filter((name) => !isDeclared(name))).toEqual([])
})

test('every exercise has its solution, and every solution its exercise', () => {
  const solutions = globSync('examples/playwright/exercises/*.spec.ts').sort()
  const exercises = readFileSync('docs/testers.md', 'utf8')
  const named = [...exercises.matchAll(/^- \*\*Solution:\*\* `([^`]+)`/gm)].map(([, path]) => path)
  expect(solutions).toHaveLength(10)
  expect(named).toEqual(solutions)
})
