import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const page = [
  ...['src/client', 'src/contract', 'src/data', 'src/pwa/*', 'src/start/*', 'src/ui'],
  'sync/messages.ts',
]
const subject = [
  'mocks/api-error.ts',
  'mocks/domain',
  'mocks/host.ts',
  'mocks/slices.ts',
  'mocks/store',
  'src/contract',
]

/**
 * The folders and files that each folder may import, beside itself and packages. The longest name that fits a file
 * counts. `mocks/*` are the files in a folder, without the folders in it. Tests may import anything.
 */
const ARROWS: Record<string, string[]> = {
  // Every runtime imports it.
  'src/contract': [],
  // Knows nothing of posts and users.
  'src/ui': [
    'src/contract/direction.ts',
    'src/contract/text-parts.ts',
    'src/pwa/observable.ts',
    'src/pwa/scoped.ts',
    'src/pwa/web-storage.ts',
    'src/pwa/when-idle.ts',
  ],
  'src/pwa': ['src/contract', 'sync/messages.ts'],
  'src/client': ['src/contract', 'src/pwa/*', 'src/start/names.ts'],
  'src/data': [
    ...['src/client', 'src/contract', 'src/pwa/*', 'src/start/*', 'src/ui'],
    ...['sync/back-off.ts', 'sync/messages.ts'],
  ],
  // No feature imports another: a route composes them.
  'src/features/account': page,
  'src/features/content': page,
  'src/features/lab': [...page, 'sync/lab/messages.ts'],
  'src/features/notifications': page,
  'src/features/people': page,
  'src/features/reports': page,
  'src/features/shell': page,
  'src/features/tester': [...page, 'src/defects/*'],
  'src/routes': [...page, 'src/features'],
  'src/main.tsx': [...page, 'src/*', 'src/defects/*', 'src/features/shell', 'src/routes'],
  // What runs before the app knows nothing of it.
  'src/start': ['src/pwa/scoped.ts', 'src/ui/gesture.ts'],
  'src/start/markup.tsx': [...page, 'src/features'],
  'src/start/build': ['node:', 'scripts/vite'],
  // They hook in at data, the DOM and the query client: no component knows them.
  'src/defects': ['src/contract', 'src/data', 'src/defects/page', 'src/pwa/*'],
  'src/defects/page': ['src/contract', 'src/data'],
  // They wrap the handlers, in the worker too.
  'src/defects/api': ['mocks', 'src/contract'],

  // The page and the back end share the contract. What needs Node belongs in server/.
  'src/sw.ts': ['mocks', 'src/contract', 'src/defects/api', 'src/pwa'],
  'src/lab-worker.ts': ['sync/lab'],
  'src/pwa/worker': ['mocks', 'src/contract', 'src/pwa', 'sync/*', 'sync/courier', 'sync/device'],
  // The lowest layer.
  'mocks/store': ['src/contract'],
  'mocks/search': ['mocks/store', 'src/contract'],
  // Their texts and pictures go with the content. No file imports itself over another: the linter sees to it.
  'mocks/domain': [...subject, 'mocks/notifications', 'mocks/reports', 'mocks/seed/*'],
  'mocks/notifications': subject,
  'mocks/reports': subject,
  'mocks/seed': [...subject, 'mocks/notifications/notifications.ts'],
  'mocks/handlers': [
    ...['mocks/api-error.ts', 'mocks/database.ts', 'mocks/host.ts', 'mocks/store'],
    ...['mocks/domain', 'mocks/notifications', 'mocks/reports', 'mocks/search', 'mocks/seed'],
    'src/contract',
  ],
  mocks: ['mocks', 'src/contract'],
  // What device and club share.
  sync: ['mocks/domain/device-keys.ts', 'mocks/migrations.ts', 'mocks/store', 'src/contract'],
  // They share the protocol.
  // A courier is a source of writes like that of its own users, and knows it.
  'sync/device': ['mocks', 'src/contract', 'sync/*'],
  'sync/club': ['mocks', 'src/contract', 'sync/*', 'sync/courier'],
  'sync/courier': ['mocks', 'src/contract', 'sync/*', 'sync/device'],
  // Plays both sides at once.
  'sync/lab': [
    'src/client/call-through.ts',
    'mocks',
    'src/contract',
    'sync/*',
    'sync/club',
    'sync/courier',
    'sync/device',
  ],
  // People copy them.
  examples: [],
  server: [
    ...['mocks', 'node:', 'scripts/api-description', 'src/contract', 'src/defects/api'],
    ...['sync/*', 'sync/club', 'sync/courier'],
  ],
}

const IS_TEST = /\.test\.tsx?$|(^|\/)(testing|conformance)\//
const files = globSync('{src,mocks,sync,server,examples}/**/*.{ts,tsx}')

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
  if (IS_TEST.test(path)) return false
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
