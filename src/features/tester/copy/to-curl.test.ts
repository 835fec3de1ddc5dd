import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { data, nasty } from './testing.ts'
import { toCurl } from './to-curl.ts'

/** What a shell gives to curl. */
function shellArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)
}

it('copies as curl what a shell takes apart into the very same values', () => {
  const [x, method, url, globoff, ...rest] = shellArguments(toCurl(nasty))
  expect([x, method, url, globoff]).toEqual(['-X', 'POST', nasty.url, '--globoff'])
  expect(rest.slice(0, -1)).toEqual([
    '-H',
    `x-quote: it's "$(id)" \\`,
    '-H',
    'x-empty;',
    '-H',
    `x'!: @file`,
    '--data-raw',
  ])
  expect(JSON.parse(rest.at(-1) ?? '')).toEqual(JSON.parse(JSON.stringify(data)))
})

it('copies a plain GET as a plain curl', () => {
  expect(
    toCurl({ method: 'GET', url: 'http://gearheads.test/api/x', headers: { accept: '*/*' } }),
  ).toBe("curl 'http://gearheads.test/api/x' \\\n  -H 'accept: */*'")
})
