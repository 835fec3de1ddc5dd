import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRoute } from '../src/pwa/worker/routes.ts'

test('the worker knows every route of the app, and leaves all other paths to the host', () => {
  const tree = readFileSync(new URL('../src/route-tree.gen.ts', import.meta.url), 'utf8')
  const [, types = ''] = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree) ?? []
  const routes = [...types.matchAll(/'\/(.*?)'/g)].map(([, path = '']) => path)
  const screens = routes.filter((path) => path !== '$')
  expect(screens.length).toBeGreaterThan(9)
  for (const path of screens) expect(isRoute(path.replace(/\$\w+/, 'x')), path).toBe(true)
  for (const path of ['%', 'post/%zz']) expect(isRoute(path), path).toBe(true)
  for (const path of [
    'guide/',
    'a%20b',
    'homepage',
    'post/',
    'post/1/2',
    'mock.html',
    '404',
    'assets/x.js',
  ])
    expect(isRoute(path), path).toBe(false)
})
