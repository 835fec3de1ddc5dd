import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { defectsOf } from '../src/contract/assignments.ts'
import { defects } from '../src/contract/defects.ts'
import { worthOf } from './teaching/answers.ts'

const folder = mkdtempSync(join(tmpdir(), 'gearheads-sheet-'))
afterAll(() => rm(folder, { recursive: true }))

async function sheet(...args: string[]) {
  const running = promisify(execFile)(process.execPath, ['scripts/sheet.ts', ...args])
  return running.catch(({ code, stdout, stderr }) => ({ code, stdout, stderr }))
}

function report(name: string, assignment: string, ...found: string[]): string {
  const file = join(folder, name)
  const findings = found.map((defect) => ({ defect, text: `How ${defect} shows` }))
  writeFileSync(file, JSON.stringify({ assignment, findings }))
  return file
}

const [first = '', second = ''] = defectsOf(['2-hard-7'])

test('the sheet has each defect once, with level and points', async () => {
  const { stdout } = await sheet()
  const rows = [...stdout.matchAll(/^\| ([\w-]+) \| (easy|medium|hard) \| ([123]) \| .+ \|$/gm)]
  expect(rows.map(([, id]) => id)).toEqual(defects)
  expect(stdout).toContain('42 points')
})

test('the sheet of an assignment has its defects only', async () => {
  const { stdout } = await sheet('2-hard-7')
  expect([...stdout.matchAll(/^\| ([\w-]+) \| hard/gm)].map(([, id]) => id)).toEqual([
    first,
    second,
  ])
  expect(stdout).toContain('6 points')
})

test('reports are marked: right and wrong ones, each defect once, and no more than there are (R13.17)', async () => {
  const other = defects.find((id) => worthOf(id).level === 'easy') ?? ''
  const { stdout, code } = (await sheet(
    '2-hard-7',
    report('good.json', '2-hard-7', first, second),
    report('twice.json', '2-hard-7', first, first, other),
    report('all.json', '2-hard-7', other, 'lost-draft', first, second),
    report('other.json', '1-easy-7', first),
  )) as { stdout: string; code: number }
  const [, good, twice, all, foreign] = stdout.split('\n## ')
  expect(good).toContain(`✓ planted      ${second}: How ${second} shows`)
  expect(good).toContain('6 of 6 points')
  expect(twice).toContain('3 of 6 points')
  expect(twice).toContain(`✗ not planted  ${other}`)
  expect(all).toContain('0 of 6 points')
  expect(foreign).toContain('of assignment 1-easy-7')
  expect(code).toBe(1)
})

test('an assignment with given defects is found', async () => {
  const { stdout } = await sheet('--with', 'page-border,timestamp', '3-mixed')
  const [, code = ''] = /^# Assignment (.+)$/m.exec(stdout) ?? []
  expect([...defectsOf([code])]).toEqual(expect.arrayContaining(['page-border', 'timestamp']))
  expect(await sheet('--with', 'page-border', '1-easy')).toMatchObject({ code: 1 })
})

test('an unknown assignment is an error', async () => {
  expect(await sheet('9-hard-1')).toMatchObject({
    stderr: expect.stringContaining('no assignment'),
  })
})
