// The exported programs with the real curl and Python, whose own rules for quotes and braces no stub has.
import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import { writers } from './writers.ts'

const run = promisify(execFile)

type Received = { query: string | null; header: unknown; body: unknown }
const received: Received[] = []
const server = createServer(async (request, response) => {
  // Programs escape it differently.
  const query = new URL(request.url ?? '', 'http://x.test').searchParams.get('q')
  received.push({ query, header: request.headers['x-odd'], body: await json(request) })
  response.setHeader('Content-Type', 'application/json').end('{"ok":true}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

const ODD = [
  `it's "quoted" \\ back, \\n \\" \\' end\\`,
  `$HOME \${x} $(id) \`id\` !x #y ; & | < > * ? ~ %20`,
  '{{ }} { [1] {a,b} @file',
  '~tilde; name=Zoë, über',
]
const bodyOf = (text: string) => ({ [text]: `${text}\ntwo lines\t日本 🏁 \u2028` })

const canRun = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const programs = [
  ['curl', 'bash', canRun('curl', '-V')],
  ['curl', 'sh', canRun('curl', '-V')],
  ['Python', 'python3', canRun('python3', '-c', 'import requests')],
] as const

for (const [format, program, isInstalled] of programs)
  it.skipIf(!isInstalled)(`${format} in ${program} sends odd characters as they are`, async () => {
    const { port } = server.address() as AddressInfo
    const given = ODD.map((text) => ({
      request: {
        ...DEFAULT_REQUEST,
        method: 'POST' as const,
        endpoint: `http://localhost:${port}/x?q=${encodeURIComponent(text)}`,
        headers: [{ isUsed: true, header: 'x-odd', value: text }],
        body: JSON.stringify(bodyOf(text)),
      },
    }))
    const file = join(tmpdir(), `gearheads-${process.pid}-${program}`)
    writeFileSync(file, writers[format](given, {}).text)
    received.length = 0
    await run(program, [file]).finally(() => rmSync(file))
    // As in the page, whose headers are Latin-1.
    expect(received).toEqual(ODD.map((text) => ({ query: text, header: text, body: bodyOf(text) })))
  })
