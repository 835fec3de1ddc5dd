import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isPermissive, licenceProblem, shippedPackages } from './licences.ts'

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['GPL-3.0-only OR MIT', true],
  ['MIT AND ISC', true],
  ['(GPL-2.0-only OR MIT) AND (ISC OR AGPL-3.0-only)', true],
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['MIT AND GPL-3.0-only', false],
  ['ISC AND', false],
  ['(MIT', false],
  ['MIT)', false],
  ['MIT ISC', false],
  ['Apache-2.0 WITH LLVM-exception', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['', false],
])('%j allows a permissive choice: %j', (expression, allowed) => {
  expect(isPermissive(expression)).toBe(allowed)
})

test('a problem names the package and its licence', () => {
  const gears = { name: 'gears', version: '1.2.3' }
  expect(licenceProblem({ ...gears, licence: 'MIT' })).toBeUndefined()
  expect(licenceProblem(gears)).toBe('gears 1.2.3 names no licence')
  expect(licenceProblem({ ...gears, licence: 'GPL-3.0-only' })).toBe(
    'gears 1.2.3 has a licence that is not on the list: GPL-3.0-only',
  )
})

/** A project with these files, removed after the test. */
function projectOf(files: Record<string, unknown>): string {
  const root = mkdtempSync(join(tmpdir(), 'gearheads-licences-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(root, path), text)
  }
  return root
}

test('the list includes dependencies of dependencies, and of the development packages only a used font', () => {
  const packages = {
    '': { dependencies: { app: '1' }, devDependencies: { tool: '1', '@font/bold': '1' } },
    'node_modules/app': {
      dependencies: { deep: '1' },
      optionalDependencies: { elsewhere: '1' },
      peerDependencies: { peer: '1', types: '1' },
      peerDependenciesMeta: { types: { optional: true } },
    },
    'node_modules/app/node_modules/deep': { dependencies: { shared: '1' } },
    'node_modules/deep': {},
    'node_modules/elsewhere': { optional: true },
    'node_modules/peer': { dependencies: { shared: '1' } },
    // Installed twice, listed once.
    'node_modules/peer/node_modules/shared': {},
    'node_modules/shared': { dependencies: { app: '1' } },
    'node_modules/tool': {},
    'node_modules/types': {},
    'node_modules/@font/bold': {},
  }
  const installed = Object.keys(packages).filter((place) => place && !place.endsWith('elsewhere'))
  const manifests = installed.map((place) => [
    `${place}/package.json`,
    { version: place.includes('app/') ? '2.0.0' : '1.0.0', license: 'MIT' },
  ])
  const root = projectOf({
    'package-lock.json': { packages },
    'src/ui/base.css': 'src: url("@font/bold/files/bold.woff2")',
    ...Object.fromEntries(manifests),
    ...Object.fromEntries(
      ['', 'peer/node_modules/'].map((inside) => [
        `node_modules/${inside}shared/package.json`,
        { version: '1.0.0', license: { type: 'MIT' } },
      ]),
    ),
  })
  expect(shippedPackages(root)).toEqual([
    { name: '@font/bold', version: '1.0.0', licence: 'MIT' },
    { name: 'app', version: '1.0.0', licence: 'MIT' },
    { name: 'deep', version: '2.0.0', licence: 'MIT' },
    { name: 'peer', version: '1.0.0', licence: 'MIT' },
    { name: 'shared', version: '1.0.0', licence: undefined },
  ])
})

test('every package that is shipped with the app has a permissive licence', () => {
  const shipped = shippedPackages(fileURLToPath(new URL('..', import.meta.url)))
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['react', 'scheduler', '@fontsource/barlow-condensed']),
  )
  expect(names).not.toContain('vite')
  expect(shipped.map(licenceProblem).filter(Boolean)).toEqual([])
})
