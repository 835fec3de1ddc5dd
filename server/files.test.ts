import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSpace, giveName, takeName } from './files.ts'

function newFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [unfinished, name] = [join(folder, 'a.part'), join(folder, 'a')]
  writeFileSync(unfinished, 'new')
  return { unfinished, name }
}

test('a finished file gets its name, but never that of another', () => {
  const { unfinished, name } = newFiles()
  expect(giveName(unfinished, name)).toBe(true)
  expect(readFileSync(name, 'utf8')).toBe('new')
  expect(existsSync(unfinished)).toBe(false)
  writeFileSync(unfinished, 'newer')
  expect(giveName(unfinished, name)).toBe(false)
  expect(readFileSync(name, 'utf8')).toBe('new')
  takeName(unfinished, name)
  expect(readFileSync(name, 'utf8')).toBe('newer')
})

test('a disk without enough space is found before anything is written', () => {
  const { name } = newFiles()
  checkSpace(name, 1)
  expect(() => checkSpace(name, 1e18)).toThrow(/has \d+ MB free, and \d+ MB are needed/)
})
