// What an organiser does in an evening: the data can be checked and restored after each command.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { newFolder } from '../testing/run-api.ts'

/** A club that runs, with members and a post. */
async function club() {
  const { folder, data, remove } = newFolder()
  onTestFinished(remove)
  const { post, close } = await httpApi({ controls: false, data })
  const tokens: string[] = []
  for (const username of ['anna', 'bert', 'carl']) {
    const account = { username, password: 'Torque#1', name: username }
    tokens.push((await (await post('/api/auth/signup', account)).json()).encodedToken)
  }
  const authorization = tokens[1] ?? ''
  const { posts } = await (
    await post('/api/posts', { content: 'By bert' }, { authorization })
  ).json()
  const report = () =>
    post(
      `/api/posts/report/${posts[0]._id}`,
      { reason: 'spam' },
      { authorization: tokens[2] ?? '' },
    )
  return { folder, data, close, report, postId: posts[0]._id, run: organiser(data, 'y') }
}

test('the data and their backup are in order after every command', async () => {
  const { folder, postId, report, run } = await club()
  await report()
  const commands = [
    ['invite', '--note', 'For Dora', '--origin', 'https://club.example'],
    ['suspend', 'bert', '--reason', 'spam'],
    ['reset-password', 'carl'],
    ['remove-post', postId],
    ['remove-user', 'bert'],
  ]
  for (const [index, command] of commands.entries()) {
    await run(...command)
    const file = join(folder, `${index}.backup`)
    await run('backup', file)
    expect(await run('check', file), command.join(' ')).not.toContain('damaged')
  }
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([{ note: 'For Dora' }])
})

test('a backup never replaces the data of a club', async () => {
  const { data, run, close } = await club()
  await expect(run('backup', data, '--replace')).rejects.toThrow('has the data of a club')
  await close()
  await expect(run('backup', data, '--replace')).rejects.toThrow('has the data of a club')
  expect(readFileSync(data).subarray(0, 6).toString()).toBe('SQLite')
})

test('a restore is not mixed with what is left of data that are gone', async () => {
  const { folder, data, run, close } = await club()
  const file = join(folder, 'club.backup')
  await run('backup', file)
  const wal = join(folder, 'wal')
  copyFileSync(`${data}-wal`, wal)
  await close()
  rmSync(data)
  copyFileSync(wal, `${data}-wal`)
  expect(await run('restore', file)).toContain('Start the club')
  expect(existsSync(`${data}-wal`)).toBe(false)
  expect(await run('check', data)).not.toContain('damaged')
  expect(await run('list')).toContain('carl')
})
