/**
 * `npm run test:contract -- --url https://…`: whether the server there keeps the contract; without
 * an address, whether our own do. Other arguments go to Vitest: `-t 'POST /api/posts'`.
 */
import { npm } from './setup.mjs'

const rest = process.argv.slice(2)
const at = rest.findIndex((argument) => /^--url(=|$)/.test(argument))
if (at >= 0) {
  const [flag = '', value] = rest.splice(at, rest[at]?.includes('=') ? 1 : 2)
  const url = value ?? flag.slice('--url='.length)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    console.error('Give the address of the server: npm run test:contract -- --url https://…')
    process.exit(1)
  }
  process.env.CONTRACT_URL = url
  // Each of its answers comes over a network.
  rest.push('--project', 'contract', '--testTimeout', '60000', '--hookTimeout', '60000')
}
npm('run', 'test:unit', '--', 'mocks/conformance', ...rest)
