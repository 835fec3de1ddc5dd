import { beforeEach, expect, test, vi } from 'vitest'
import { toReplay } from '../exports/replay.ts'
import { toCurl } from '../exports/to-code.ts'
import { readPasted } from '../paste/read-pasted.ts'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import type { Check } from './checks.ts'
import { readSaved, writeSaved } from './formats.ts'
import { parsePath } from './references.ts'
import type { SavedRequest } from './saved.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

/** Each means something in a shell, in JSON, in a template or in the files of Bruno. */
const TEXTS = [
  ...["it's", 'a "b" c', 'back\\slash', 'end\\', `$HOME \${x} $(id)`, '`id`', '!x', '%20 100%'],
  ...['{{', '}}', '{{ a }', '{{no reference!}}', '~off', '@file', '#tag; --x', "'''", '"quoted"'],
  ...[
    'a: b',
    'a,b;c',
    '*/*',
    '<&>',
    '[1]{2}',
    '(a) => b',
    '\\n \\u0041 \\"',
    "\\'",
    `\${a}`,
    '^x$',
  ],
]
/** A header has no line breaks, and no characters beyond Latin-1. */
const BODIES = [
  ...TEXTS,
  'two\nlines\r\n',
  '\ttab',
  'Zoë 🏁 日本',
  '\u2028',
  '}\n}',
  '  spaces  ',
  '',
]

const post = (text: string, header = text): SavedRequest => ({
  id: 'a',
  name: 'Post',
  request: {
    ...DEFAULT_REQUEST,
    method: 'POST',
    endpoint: 'http://elsewhere.test/x',
    headers: [
      { isUsed: true, header: 'content-type', value: 'application/json' },
      { isUsed: true, header: 'x-odd', value: header },
    ],
    body: JSON.stringify({ [text]: text, deep: [text] }, null, 2),
  },
  checks: [],
})

async function comeBack(format: 'Bruno' | 'Postman', saved: SavedRequest) {
  const written = await writeSaved(format, [saved], new Map())
  return readSaved([new File([written], format === 'Bruno' ? 'x.zip' : 'x.json')])
}

const sentBy = ({ request: { endpoint, headers, body } }: Pick<SavedRequest, 'request'>) => ({
  endpoint,
  header: headers.find(({ header }) => header === 'x-odd'),
  body: JSON.parse(body),
})

for (const format of ['Bruno', 'Postman'] as const) {
  test.each(BODIES)(`${format}: a request with %j comes back as it was`, async (text) => {
    const saved = post(text, TEXTS.includes(text) ? text : 'plain')
    const read = await comeBack(format, saved)
    if (typeof read === 'string') throw new Error(read)
    expect(read.leftOut).toEqual([])
    expect(read.requests.map(sentBy)).toEqual([sentBy(saved)])
  })

  test.each(BODIES)(`${format}: checks of %j come back, or are named as left out`, async (text) => {
    const checks: Check[] = [
      { path: ['data', 'a'], kind: 'equals', value: text },
      { path: ['data', text], kind: 'exists' },
      { path: ['headers', 'x-odd'], kind: 'equals', value: text },
    ]
    const saved = { ...post('plain'), checks }
    const read = await comeBack(format, saved)
    if (typeof read === 'string') throw new Error(read)
    const kept = read.requests[0]?.checks.filter(({ path }) => path[0] !== 'status') ?? []
    for (const check of kept) expect(checks).toContainEqual(check)
    if (format === 'Postman') expect(kept).toEqual(checks)
  })
}

test.each(BODIES)('curl: a request with %j comes back from a paste as it was', (text) => {
  const { request } = post(text, TEXTS.includes(text) ? text : 'plain')
  const read = readPasted(toCurl(toReplay([{ request }])))
  expect(read?.requests.map((one) => sentBy({ request: one } as SavedRequest))).toEqual([
    sentBy({ request }),
  ])
})

test.each(['~x', "'x'", '`x`', '$x', '|x', '%41'])(
  'a header with the name %s comes back',
  async (name) => {
    const saved = post('plain')
    saved.request.headers.push({ isUsed: true, header: name, value: 'yes' })
    for (const format of ['Bruno', 'Postman'] as const) {
      const read = await comeBack(format, saved)
      if (typeof read === 'string') throw new Error(read)
      expect(read.requests[0]?.request.headers).toContainEqual({
        isUsed: true,
        header: name,
        value: 'yes',
      })
    }
    const [pasted] = readPasted(toCurl(toReplay([{ request: saved.request }])))?.requests ?? []
    expect(pasted?.headers).toContainEqual({ isUsed: true, header: name, value: 'yes' })
  },
)

test('an expression of another program has keys in single or double quotes', () => {
  expect(parsePath(".posts[0]['a-b'].x")).toEqual(['posts', 0, 'a-b', 'x'])
  expect(parsePath(`['it\\'s "x"']["['a']"]`)).toEqual([`it's "x"`, "['a']"])
  expect(parsePath('.filter(Boolean)')).toBeUndefined()
})
