import { fileURLToPath } from 'node:url'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Packages that the build replaces by stubs. Each stub explains why, and how many bytes it saves. */
export const stubs = {
  'tough-cookie': fromRoot('mocks/msw/cookie-stub.ts'),
  'is-node-process': fromRoot('mocks/msw/node-stub.ts'),
  '@mswjs/interceptors': fromRoot('mocks/msw/interceptors-stub.ts'),
  'react-base16-styling': fromRoot('src/features/tester/json-editor/base16-styling-stub.ts'),
}
