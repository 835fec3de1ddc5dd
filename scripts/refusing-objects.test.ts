import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Objects of the platform that exist and refuse: where site data is blocked, in a private window, without a permission. Only these
 * files use them, and each handles the refusal. Everything else goes through them.
 */
const GUARDED: Record<string, { use: RegExp; files: string[] }> = {
  'BroadcastChannel (openChannel)': {
    use: /new BroadcastChannel\b/,
    files: ['src/pwa/scoped.ts'],
  },
  'Web Locks (withLock)': {
    use: /\bnavigator\.locks\b/,
    files: ['mocks/store/lock.ts', 'src/client/tabs.ts'],
  },
  'storage (localStore, sessionStore)': {
    use: /\b(localStorage|sessionStorage)\b/,
    // The first script has no modules; the code of an export is a text.
    files: [
      'src/pwa/web-storage.ts',
      'src/start/head.ts',
      'src/features/tester/formats/javascript.ts',
    ],
  },
  'IndexedDB (pageStore, idbStore)': {
    use: /\bindexedDB\b|\bcreateStore\(/,
    // The last one fails as a whole, and the app starts without it.
    files: [
      'src/pwa/page-store.ts',
      'mocks/store/adapters/indexeddb.ts',
      'src/data/move-storage.ts',
    ],
  },
  'caches (findCached; a refused write fails the installation, or caches less)': {
    use: /\bcaches\./,
    files: ['find-cached', 'picture-cache', 'precache', 'privacy-page', 'replica'].map(
      (name) => `src/pwa/worker/${name}.ts`,
    ),
  },
  'reads of caches (findCached)': {
    use: /\bcaches\.match\b/,
    files: ['src/pwa/worker/find-cached.ts'],
  },
  'the clipboard (copyText)': {
    use: /\bnavigator\.clipboard\b/,
    files: ['src/ui/copy-text.ts'],
  },
  'notifications (permission)': {
    use: /(?<![.\w])Notification\.(permission|requestPermission)|\bnew Notification\(/,
    files: ['src/data/push.ts'],
  },
}

const files = globSync('{src,mocks,sync}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
)

/** Without comments, which may name everything. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*/g, '')

const code = new Map(files.map((file) => [file, codeOf(file)]))

test.each(Object.entries(GUARDED))('only guarded code uses %s', (_name, guarded) => {
  const users = files.filter((file) => guarded.use.test(code.get(file) ?? ''))
  expect(users.sort()).toEqual([...guarded.files].sort())
})
