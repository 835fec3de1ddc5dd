/**
 * `npm run test:contract -- --url https://…`: runs the contract suite against that server; without an
 * address, against our own. Passes other arguments to Vitest: `-t 'POST /api/posts'`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
  // Every reply comes over a network.
  rest.push('--project', 'contract', '--testTimeout', '60000', '--hookTimeout', '60000')
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const args = [vitest, 'run', 'mocks/conformance', ...rest]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
