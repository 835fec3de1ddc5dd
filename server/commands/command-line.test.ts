import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer as createNetServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { newFolder, runApi } from '../testing/run-api.ts'
import { runCommand } from '../testing/run-command.ts'
import { sendCommand } from './socket.ts'

const ACCOUNT = { username: 'anna', password: 'Torque#1', name: 'Anna Berg' }

async function clubWithAnna() {
  const { folder, data, remove } = newFolder()
  onTestFinished(remove)
  const club = await httpApi({ controls: false, data })
  await club.post('/api/auth/signup', ACCOUNT)
  return { ...club, folder, data }
}

test('a command runs in the club while it runs, and on its data afterwards', async () => {
  const { data, close } = await clubWithAnna()
  const run = organiser(data)
  expect(await run('list')).toMatch(/^username +name +since .*\nanna +Anna Berg +20/)
  expect(JSON.parse(await run('list', '--json'))).toMatchObject([{ username: 'anna' }])
  await close()
  expect(existsSync(`${data}.sock`)).toBe(false)
  rmSync(`${data}-reserve`)
  expect(await run('list')).toContain('Anna Berg')
  expect(existsSync(`${data}-reserve`)).toBe(false)
})

test('only the user whose process the club is can send it commands', async () => {
  const { data } = await clubWithAnna()
  expect(statSync(`${data}.sock`).mode & 0o777).toBe(0o600)
})

test('the socket of a club that was killed does not keep commands and the next club from working', async () => {
  const { data, close } = await clubWithAnna()
  await close()
  writeFileSync(`${data}.sock`, '')
  expect(await organiser(data)('list')).toContain('anna')
  await httpApi({ controls: false, data })
  expect(statSync(`${data}.sock`).isSocket()).toBe(true)
  expect(await organiser(data)('list')).toContain('anna')
})

test('a command ends when the club shows no sign, and waits for one that works', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const given = { name: 'list', names: [], options: {}, confirmed: true, by: '' }
  const sockets = new Set<Socket>()
  const stopped = createNetServer((socket) => void sockets.add(socket)).listen(`${data}.sock`)
  await once(stopped, 'listening')
  await expect(sendCommand(data, given, undefined, 50)).rejects.toThrow('does not reply')
  for (const socket of sockets) socket.destroy()
  stopped.close()
  await once(stopped, 'close')

  await httpApi({ controls: false, data })
  const outgoing = request({ socketPath: `${data}.sock`, method: 'POST' })
  outgoing.end(JSON.stringify(given))
  const [{ statusCode }] = await once(outgoing, 'information')
  expect(statusCode).toBe(102)
  outgoing.destroy()
})

test.each([
  ['a link to its file', (folder: string) => join(folder, 'link.db')],
  ['a link to its folder', (folder: string) => join(folder, 'links', 'club.db')],
])(
  'commands find the club by %s, and a restore replaces the data, not the link',
  async (_, nameOf) => {
    const { folder, remove } = newFolder()
    onTestFinished(remove)
    const [data, named, file] = [join(folder, 'data', 'club.db'), nameOf(folder), join(folder, 'b')]
    symlinkSync('data/club.db', join(folder, 'link.db'))
    symlinkSync('data', join(folder, 'links'))
    mkdirSync(join(folder, 'data'))
    const { end } = await runApi(named)
    expect(statSync(`${data}.sock`).isSocket()).toBe(true)
    for (const one of [data, named]) {
      expect(await organiser(one)('status')).toContain('seen within a day')
    }
    await organiser(named)('backup', file)
    expect(await end()).toEqual([0, null])
    expect(await organiser(named)('restore', file, '--replace')).toContain('were compared')
    expect(lstatSync(join(folder, 'link.db')).isSymbolicLink()).toBe(true)
    expect(
      readdirSync(join(folder, 'data')).filter((name) => name.includes('.before-')),
    ).toHaveLength(1)
    await expect(organiser(named)('backup', file)).rejects.toThrow('exists')
  },
  30_000,
)

test.each([
  ['path', ['folder'.repeat(20), 'folder'.repeat(20), 'club.db']],
  ['name', [`${'club'.repeat(40)}.db`]],
])(
  'commands find a club whose data have a long %s',
  async (_, names) => {
    const { folder, remove } = newFolder()
    onTestFinished(remove)
    const data = join(folder, ...names)
    const { end } = await runApi(data)
    const { printed, error } = await runCommand('status', '--data', data)
    expect([printed, error]).toEqual([expect.stringContaining('seen within a day'), ''])
    expect(await end()).toEqual([0, null])
    expect(readdirSync(dirname(data)).filter((name) => name.endsWith('.sock'))).toEqual([])
  },
  30_000,
)

test('a command that removes something asks first, and does nothing without a yes', async () => {
  const { data, post } = await clubWithAnna()
  await post('/api/auth/signup', { ...ACCOUNT, username: 'bert' })
  await expect(organiser(data)('remove-user', 'bert')).rejects.toThrow(/Remove bert.*\nPass --yes/s)
  expect(await organiser(data, 'n')('remove-user', 'bert')).toMatch(
    /Remove bert.*\nNothing was changed\./s,
  )
  expect(await organiser(data)('list')).toContain('bert')
  expect(await organiser(data, 'yes')('remove-user', 'bert')).toContain('bert is removed.')
  expect(await organiser(data)('list')).not.toContain('bert')
})

test('a wrong command line says what is wrong', async () => {
  const { data, folder } = await clubWithAnna()
  const run = organiser(data)
  await expect(run('lost')).rejects.toThrow(/^There is no command lost\. .*, suspend, .*--help/s)
  await expect(run('suspend')).rejects.toThrow('Usage: npm run club -- suspend NAME')
  await expect(run('suspend', 'carl')).rejects.toThrow('Nobody is named carl.')
  expect((await runCommand('suspend', 'anna', '--hard')).error).toBe(
    "Unknown option '--hard'. All options: npm run club -- suspend --help\n",
  )
  const missing = join(folder, 'missing.db')
  await expect(organiser(missing)('list')).rejects.toThrow(`There is no file ${missing}.`)
  expect(existsSync(missing)).toBe(false)
  const note = join(folder, 'note')
  writeFileSync(note, 'Buy a new tyre')
  await expect(run('check', note)).rejects.toThrow(/note has no data of a club\.$/)
})

test('a name cannot move the cursor of the terminal', async () => {
  const { data, post } = await clubWithAnna()
  const bio = { userData: { username: '🏍 b' } }
  const { encodedToken } = await (await post('/api/auth/login', ACCOUNT)).json()
  await post('/api/users/edit', bio, { authorization: encodedToken })
  expect(await organiser(data)('list')).toContain('🏍 b')
})
