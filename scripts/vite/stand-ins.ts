import { fileURLToPath } from 'node:url'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Modules that are put in the place of others. msw in a worker needs neither a cookie jar nor a patched
 * `fetch`, and our JSON tree no colour arithmetic: see the stubs for the sizes.
 */
export const standIns = {
  cookie: fromRoot('mocks/msw/cookie-stub.ts'),
  'tough-cookie': fromRoot('mocks/msw/cookie-stub.ts'),
  'is-node-process': fromRoot('mocks/msw/node-stub.ts'),
  outvariant: fromRoot('mocks/msw/outvariant-stub.ts'),
  '@msw/url': fromRoot('mocks/msw/url-stub.ts'),
  '@mswjs/interceptors': fromRoot('mocks/msw/interceptors-stub.ts'),
  'react-base16-styling': fromRoot('src/features/tester/json-editor/base16-styling-stub.ts'),
}
