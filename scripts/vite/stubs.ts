import { fileURLToPath } from 'node:url'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Packages that are replaced by stubs. msw in a worker needs neither a cookie jar nor a patched `fetch`,
 * and our JSON tree no colour arithmetic: see the stubs for the sizes.
 */
export const stubs = {
  cookie: fromRoot('mocks/msw/cookie-stub.ts'),
  'tough-cookie': fromRoot('mocks/msw/cookie-stub.ts'),
  'is-node-process': fromRoot('mocks/msw/node-stub.ts'),
  '@mswjs/interceptors': fromRoot('mocks/msw/interceptors-stub.ts'),
  'react-base16-styling': fromRoot('src/features/tester/json-editor/base16-styling-stub.ts'),
}
