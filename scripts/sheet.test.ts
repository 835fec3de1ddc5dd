import { exec, execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { defects } from '../src/contract/defects.ts'
import { defectsByLevel, newAssignment } from './teaching/assignment.ts'

const folder = mkdtempSync(join(tmpdir(), 'gearheads-sheet-'))
afterAll(() => rm(folder, { recursive: true }))

async function sheet(
  ...args: string[]
): Promise<{ stdout: string; stderr: string; code?: number }> {
  const running = promisify(execFile)(process.execPath, ['scripts/sheet.ts', ...args])
  return running.catch((error) => error)
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const assignment = {
  ...{ code: '2-hard-7f3a9c', url: 'https://class.example/' },
  defects: ['timestamp', 'stuck-heart'],
}
const answers = file('answers.json', assignment)

function report(name: string, found: string[], more = {}): string {
  const findings = found.map((defect) => ({ defect, text: `How ${defect} shows` }))
  return file(name, { assignment: assignment.code, findings, ...more })
}

test('the sheet has each defect once, with level and points', async () => {
  const { stdout } = await sheet()
  const rows = [...stdout.matchAll(/^\| ([\w-]+) \| (easy|medium|hard) \| ([123]) \| .+ \|$/gm)]
  expect(rows.map(([, id]) => id)).toEqual(defects)
  expect(stdout).toContain('42 points')
})

test('the sheet of an assignment has its defects only, and its address', async () => {
  const { stdout } = await sheet(answers)
  const rows = [...stdout.matchAll(/^\| ([\w-]+) \| hard/gm)].map(([, id]) => id)
  expect(rows).toEqual(assignment.defects)
  expect(stdout).toContain('# Assignment 2-hard-7f3a9c at https://class.example/')
  expect(stdout).toContain('6 points')
})

test('the reports of a class are marked: a wrong finding costs a point, one without a description is none, each counts once, and no more than there are (R13.17)', async () => {
  const empty = assignment.defects.map((defect) => ({ defect, text: ' ' }))
  const { stdout, code } = await sheet(
    answers,
    report('good.json', ['timestamp', 'stuck-heart'], { student: 'Ada | Lovelace' }),
    report('half.json', ['timestamp', 'timestamp', 'page-border'], { student: 'Gus' }),
    report('all.json', ['page-border', 'lost-draft', 'timestamp', 'stuck-heart']),
    report('empty.json', [], { student: 'Eva', findings: empty }),
    report('again.json', [], { student: 'gus ' }),
    report('other.json', ['timestamp'], { assignment: '1-easy-7f3a9c' }),
    file('none.json', 'Hello'),
  )
  const sections = stdout.split('\n## ')
  const linesOf = (start: string) =>
    sections
      .find((section) => section.startsWith(start))
      ?.split('\n')
      .slice(2)
  expect(linesOf('Gus (')).toEqual([
    '- ✓ planted (3): timestamp: How timestamp shows',
    '- – named again (not counted): timestamp: How timestamp shows',
    '- ✗ not planted (-1): page-border: How page-border shows',
    '',
  ])
  expect(linesOf(join(folder, 'all.json'))?.[3]).toMatch('- – one too many (not counted): stuck-')
  expect(linesOf('Eva (')?.[0]).toMatch('- – no description (not counted): timestamp:')
  expect(linesOf('gus (')?.[0]).toBe('It has no findings.')
  expect(stdout).toContain('of assignment 1-easy-7f3a9c')
  expect(stdout).toContain('This is no report of Gearheads.')
  const [, table = ''] = stdout.split('# The class\n')
  const rows = [...table.matchAll(/^\| (.+) \| (\d) of 6 \| (\d) \| (\d) \|$/gm)]
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['Ada Lovelace', '6', '2', '0'],
    ['Gus', '2', '1', '1'],
    [join(folder, 'all.json'), '0', '0', '2'],
    ['Eva', '0', '0', '0'],
    ['gus', '0', '0', '0'],
  ])
  expect(table).toContain('2 reports have the name gus: ')
  for (const name of ['other.json', 'none.json'])
    expect(table).toContain(`${name} | not marked, see above |`)
  expect(code).toBe(1)
})

test('what a report says stays in its line, and is no control of the terminal', async () => {
  const text = 'It\n- ✓ planted (3): stuck-heart\r\u001b[31m\u009b2J\u202e\u2028end'
  const student = 'Eve\n| Ada | 6 of 6 |'
  const { stdout } = await sheet(
    answers,
    file('odd.json', { assignment: assignment.code, student, findings: [{ defect: text, text }] }),
    file('other.json', { assignment: text, findings: [] }),
  )
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e]/u)
  expect(stdout).not.toMatch(/^(- ✓ |\| Ada)/m)
})

test.each(['sheet', 'rule-index', 'licences'])(
  '%s ends quietly when nobody reads what it prints',
  async (script) => {
    const ended = `{ "${process.execPath}" scripts/${script}.ts; echo "ended with $?" >&2; } | true`
    expect((await promisify(exec)(ended)).stderr).toBe('ended with 0\n')
  },
)

test.each(['lost.json', folder])(
  '%s, which is no file, is an error, and no student',
  async (path) => {
    expect(await sheet(answers, report('good.json', ['timestamp']), path)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: `There is no file ${path}.\n` },
    })
  },
)

test('a file that is no assignment is an error', async () => {
  expect(await sheet(file('no.json', {}))).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('This is no assignment') },
  })
})

describe('a new assignment', () => {
  const { mixed: _, ...levels } = defectsByLevel
  const url = 'https://class.example/'

  test('each defect has one level', () => {
    expect(Object.values(levels).flat().sort()).toEqual(defects.toSorted())
  })

  test.each(Object.keys(defectsByLevel))(
    'has other defects of level %s each time (R13.16)',
    (level) => {
      const pool: readonly string[] = defectsByLevel[level as keyof typeof defectsByLevel]
      const many = Array.from({ length: 60 }, () => newAssignment(`2-${level}`, url))
      for (const { code, defects } of many) {
        expect(code).toMatch(new RegExp(`^2-${level}-[0-9a-f]{6}$`))
        expect(new Set(defects).size).toBe(2)
        expect(pool).toEqual(expect.arrayContaining(defects))
      }
      expect(new Set(many.map(({ code }) => code)).size).toBe(60)
      expect(new Set(many.flatMap(({ defects }) => defects)).size).toBeGreaterThan(5)
    },
  )

  test('has the defects that the teacher wants', () => {
    const { defects } = newAssignment('3-hard', url, ['page-border', 'timestamp'])
    expect(defects).toHaveLength(3)
    expect(defects).toEqual(expect.arrayContaining(['page-border', 'timestamp']))
  })

  test.each([
    ['3', [], 'such as 3-mixed'],
    ['3-none', [], 'such as 3-mixed'],
    ['0-easy', [], 'from 1 to 3'],
    ['4-easy', [], 'from 1 to 3'],
    ['11-mixed', [], 'from 1 to 10'],
    ['1-easy', ['page-border'], 'page-border is only in assignments of level hard and mixed.'],
    ['1-hard', ['page-border', 'timestamp'], '--with has 2 defects, and 1-hard only 1.'],
    ['1-hard', ['slow'], 'no defect slow'],
  ])('%s with %j is an error', (kind, wanted, text) => {
    expect(() => newAssignment(kind, url, wanted)).toThrow(text)
  })
})
