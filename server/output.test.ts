import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { lineWriter } from './output.ts'
import { newFolder, runApi } from './testing/run-api.ts'
import { runCommand, runInShell } from './testing/run-command.ts'

/** Like the output of a process, which takes lines, fails, or is not read. An error does not close it. */
function fakeOutput() {
  const written: string[] = []
  const state: { error?: Error; isRead: boolean } = { isRead: true }
  const stream = new Writable({
    decodeStrings: false,
    destroy(this: Writable & { _undestroy?(): void }, error, done) {
      done(error)
      this._undestroy?.()
    },
    write(chunk, _, done) {
      if (!state.isRead) return
      if (!state.error) written.push(chunk)
      done(state.error)
    },
  })
  const losses: string[] = []
  const write = lineWriter(stream, ({ message }) => losses.push(message))
  const writeTo = async (line: string) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    stream.once('close', resolve)
    write(line)
    if (state.error) await closed
  }
  return { state, written, losses, write, writeTo }
}

test('a full disk is told once, and the first line that fits says how many were lost', async () => {
  const { state, losses, writeTo, written } = fakeOutput()
  await writeTo('one')
  state.error = new Error('ENOSPC')
  for (const line of ['two', 'three', 'four']) await writeTo(line)
  expect(losses).toEqual(['ENOSPC'])
  state.error = undefined
  await writeTo('five')
  await writeTo('six')
  expect(written.join('').split('\n')).toEqual([
    ...['one', '', expect.stringContaining('"event":"3 lines were lost"'), 'five', 'six', ''],
  ])
})

test('lines that nobody reads do not fill the memory', () => {
  const { state, losses, write } = fakeOutput()
  state.isRead = false
  for (let count = 0; count < 100; count++) write('x'.repeat(100_000))
  expect(losses).toEqual(['nobody reads it'])
})

test('a club whose standard output is closed goes on, and says so once', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const { url, outputs, end } = await runApi(data)
  onTestFinished(() => void end('SIGKILL'))
  let errors = ''
  outputs.stderr.on('data', (part) => {
    errors += part
  })
  outputs.stdout.destroy()
  for (let count = 0; count < 5; count++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await end()).toEqual([0, null])
  expect(errors.match(/Standard output loses lines: write EPIPE/g)).toHaveLength(1)
}, 30_000)

test('a command whose result is lost has failed, unless its reader has enough', async () => {
  const full = await runInShell('"$@" > /dev/full', '--help')
  expect([full.code, full.error]).toEqual([1, expect.stringContaining('ENOSPC')])
  const enough = await runInShell('"$@" | true; exit $?', '--help')
  expect([enough.code, enough.error]).toEqual([0, ''])
}, 30_000)

test('--help of a command says how it is called, and ends with 0', async () => {
  const { code, error, printed } = await runCommand('invite', '--help')
  expect([code, error, printed]).toEqual([
    0,
    '',
    expect.stringMatching(/^ {2}invite \[--uses 1\]/m),
  ])
}, 30_000)
