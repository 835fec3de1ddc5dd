import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { clubOptions } from '../server/options.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** The JSON list of an instruction, such as `CMD ["--data", "club.db"]`. */
function listOf(instruction: string): string[] {
  const [, list = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile) ?? []
  return JSON.parse(list)
}

const [, , main = '', ...fixed] = listOf('ENTRYPOINT')
const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

test('the image contains what it starts, from paths that exist', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  expect(copied).toContain(main.split('/')[0])
  expect(clubOptions([...fixed, ...listOf('CMD')])).toMatchObject({ host: '0.0.0.0', port: 8080 })
})

test('the files in the image are enough to start the server', async () => {
  const [, image = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-image-'))
  for (const [, paths = ''] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of paths.split(' ')) cpSync(path, join(folder, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // Without the app, which the image builds; and not for other machines.
  const options = ['--api-only', '--host', 'localhost', '--port', '0', '--data', 'club.db']
  const server = spawn(process.execPath, [...listOf('ENTRYPOINT').slice(1), ...options], {
    cwd: folder,
  })
  let printed = ''
  server.stderr.on('data', (text) => {
    printed += text
  })
  const [text] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])
  const [, url] = /is at (\S+)\/api/.exec(String(text)) ?? []
  expect(url, printed).toBeDefined()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const exited = once(server, 'exit')
  server.kill()
  await exited
  rmSync(folder, { recursive: true })
})

test('the compose file starts a club on the database of the second service', () => {
  const { services, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
  const { club, database } = services
  const { data, port } = clubOptions([...fixed, ...club.command])
  expect(club.ports).toEqual([`8080:${port}`])
  const { hostname, username, pathname } = new URL(data.replace(/\$\{\w+:\?\}/, 'secret'))
  expect([hostname, username]).toEqual(['database', database.environment.POSTGRES_USER])
  // PostgreSQL names the database after its user.
  expect(pathname).toBe(`/${username}`)
  expect(Object.keys(club.depends_on)).toEqual(['database'])
  expect(database.volumes[0]).toMatch(new RegExp(`^${Object.keys(volumes)[0]}:`))
})

test('the command of the guide starts a practice target that keeps its data outside the program', () => {
  const guide = readFileSync('docs/practice-target.md', 'utf8')
  const [, port, , options = ''] =
    /^docker run --rm --publish (\d+):(\d+) gearheads (.+?)\s+#/m.exec(guide) ?? []
  expect(clubOptions([...fixed, ...options.split(' ')])).toMatchObject({
    controls: true,
    port: Number(port),
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
