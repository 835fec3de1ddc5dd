import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const page = ['src/client', 'src/contract', 'src/data', 'src/pwa/*', 'src/start/*', 'src/ui']

/**
 * The folders and files that each folder may import, beside itself and packages. The longest name that fits a file
 * counts. `mocks/*` are the files in a folder, without the folders in it. Tests may import anything.
 */
const ARROWS: Record<string, string[]> = {
  // Every runtime imports it.
  'src/contract': [],
  // Knows nothing of posts and users.
  'src/ui': ['src/contract/text-parts.ts'],
  'src/pwa': ['src/contract'],
  'src/client': ['src/contract', 'src/pwa/*', 'src/start/names.ts'],
  'src/data': ['src/client', 'src/contract', 'src/pwa/*', 'src/start/*', 'src/ui'],
  // No feature imports another: a route composes them.
  'src/features/account': page,
  'src/features/content': page,
  'src/features/lab': page,
  'src/features/notifications': page,
  'src/features/people': page,
  'src/features/reports': page,
  'src/features/shell': page,
  'src/features/tester': [...page, 'src/defects/*'],
  'src/routes': [...page, 'src/features'],
  'src/main.tsx': [...page, 'src/*', 'src/defects/*', 'src/features/shell', 'src/routes'],
  // What runs before the app knows nothing of it.
  'src/start': [],
  'src/start/markup.tsx': [...page, 'src/features'],
  'src/start/build': ['node:', 'scripts/vite'],
  // They hook in at data, the DOM and the query client: no component knows them.
  'src/defects': ['src/contract', 'src/data', 'src/defects/page', 'src/pwa/*'],
  'src/defects/page': ['src/contract', 'src/data'],
  // They wrap the handlers, in the worker too.
  'src/defects/api': ['mocks', 'src/contract'],

  // The page and the back end share the contract. What needs Node belongs in server/.
  'src/sw.ts': ['mocks', 'src/contract', 'src/defects/api', 'src/pwa'],
  'src/lab-worker.ts': ['src/contract', 'sync/lab'],
  'src/pwa/worker': ['mocks', 'src/contract', 'src/pwa', 'sync/device'],
  // The lowest layer. Only seeds and migrations write rows as handlers do.
  'mocks/data': [
    'mocks/*',
    'mocks/data/migrations.ts',
    'mocks/data/seed/random.ts',
    'src/contract',
  ],
  'mocks/data/seed': ['mocks/data', 'mocks/domain', 'src/contract'],
  'mocks/data/migrations.ts': ['mocks/data', 'mocks/domain', 'src/contract'],
  'mocks/domain': ['mocks/*', 'mocks/data', 'src/contract'],
  'mocks/handlers': ['mocks/*', 'mocks/data', 'mocks/domain', 'src/contract'],
  mocks: ['mocks', 'src/contract'],
  // A bundle has the bounds of a body.
  sync: ['mocks/data', 'mocks/read-body.ts', 'src/contract'],
  // They share the protocol.
  'sync/device': ['mocks', 'src/contract', 'sync/*'],
  'sync/club': ['mocks', 'src/contract', 'sync/*'],
  // Plays both sides at once.
  'sync/lab': ['mocks', 'src/contract', 'sync/*', 'sync/club', 'sync/device'],
  // People copy them.
  examples: [],
  server: [
    ...['mocks', 'node:', 'scripts/api-description', 'src/contract', 'src/defects/api'],
    ...['sync/*', 'sync/club'],
  ],
}

/** Single files that stand below or above their folder. */
const EXCEPTIONS: Record<string, RegExp> = {
  // It sees a transaction, not the database.
  'mocks/domain': /^mocks\/(pipeline|msw-handlers|data\/(database|migrations))\.ts$/,
  // The pipeline calls the handlers, not the other way round.
  'mocks/handlers': /^mocks\/(pipeline|msw-handlers|idempotency)\.ts$/,
  'mocks/data': /^mocks\/pipeline\.ts$/,
}

const IS_TEST = /\.test\.tsx?$|(^|\/)(testing|conformance)\//
const files = execFileSync('git', ['ls-files', 'src', 'mocks', 'sync', 'server', 'examples'], {
  encoding: 'utf8',
}).split('\n')

function folderOf(file: string): string {
  const names = Object.keys(ARROWS).filter((name) => `${file}/`.startsWith(`${name}/`))
  return names.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** The paths of files, and `node:`, that a file imports. */
function importsOf(file: string): string[] {
  const sources = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)
  return [...sources].flatMap(([, source = '']) => {
    if (source.startsWith('node:')) return 'node:'
    return source.startsWith('.') ? join(dirname(file), source) : []
  })
}

function isAllowed(folder: string, path: string): boolean {
  if (IS_TEST.test(path) || EXCEPTIONS[folder]?.test(path)) return false
  if (folderOf(path) === folder) return true
  return (ARROWS[folder] ?? []).some((one) =>
    one.endsWith('/*') ? dirname(path) === one.slice(0, -2) : `${path}/`.startsWith(`${one}/`),
  )
}

const sources = files.filter((file) => /(?<!\.gen|\.d)\.tsx?$/.test(file) && !IS_TEST.test(file))

test.each(Object.keys(ARROWS))('%s imports only what it may import', (folder) => {
  const own = sources.filter((file) => folderOf(file) === folder)
  const wrong = own.flatMap((file) =>
    importsOf(file)
      .filter((path) => !isAllowed(folder, path))
      .map((path) => `${file} imports ${path}`),
  )
  expect(own).not.toHaveLength(0)
  expect(wrong).toEqual([])
})

test('every source belongs to a folder of the table', () => {
  expect(sources.filter((file) => !folderOf(file))).toEqual([])
})
