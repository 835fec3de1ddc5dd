import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// That they are on their screens: e2e/full/test-ids.spec.ts.
test('the guide lists every test id, and no others are in the sources', () => {
  const guide = readFileSync('docs/testers.md', 'utf8')
  const rows = guide.matchAll(
    /^\| `([a-z-]+)` \| [^|]+ \| (?:Log-in|Sign-up|Home|Explore|Post|Notifications) \|$/gm,
  )
  const listed = [...rows].map(([, id]) => id)
  expect(new Set(listed).size).toBe(21)
  const sources = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const used = sources.flatMap((text) =>
    [...text.matchAll(/(?:data-testid=|[tT]estId[=:] ?)("[^"]+"|'[^']+'|\{.+\})/g)].flatMap(
      ([, value = '']) => [...value.matchAll(/["']([^"']+)["']/g)].map(([, id]) => id),
    ),
  )
  expect([...new Set(used)].sort()).toEqual([...listed].sort())
})
