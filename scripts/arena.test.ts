import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newUuid } from '../mocks/store/ids.ts'
import type { Snapshot } from '../src/contract/snapshot.ts'
import { linesAgent } from './arena/adapters/lines.ts'
import { mcpAgent } from './arena/adapters/mcp.ts'
import type { Action, Agent, Observation } from './arena/agent.ts'
import { type ApiCall, BackEnd, type Write } from './arena/back-end.ts'
import { check, withUploads } from './arena/check.ts'
import { checkScreen, elementOf } from './arena/device.ts'
import type { DeviceOfRun } from './arena/devices.ts'
import { judgeAgent, type Verdict } from './arena/do.ts'
import { type DrawnTask, drawTask } from './arena/draw.ts'
import { resultFile } from './arena/options.ts'
import { tasks } from './arena/tasks.ts'
import { isAlive } from './testing/is-alive.ts'

const SECRET = 'of the test'

function taskOf(id: string) {
  const task = tasks.find((one) => one.id === id)
  if (!task) throw new Error(`There is no task ${id}`)
  return task
}

const drawn = (id: string, secret = SECRET): Promise<DrawnTask> => drawTask(taskOf(id), secret)

/** The rows after an agent has made these calls on a device, and what the judge has recorded. */
async function played(task: DrawnTask, calls: readonly ApiCall[] = task.calls) {
  const device = new BackEnd()
  // Pictures are uploaded already.
  const snapshot = withUploads(task.before, task.expected)
  const token = await device.reset({ snapshot }, task.viewer)
  const writes = calls.map(([line, body]): Write => {
    const at = Date.now()
    return { line, body: body ? JSON.stringify(body) : undefined, key: newUuid(at), at }
  })
  for (const write of writes) await device.repeat(write, token)
  return { after: await device.snapshot(), writes }
}

async function verdict(task: DrawnTask, calls?: readonly ApiCall[]): Promise<string[]> {
  const { after, writes } = await played(task, calls)
  return check(task, after, writes)
}

describe('the tasks', () => {
  test('are 60 to 80, each with a name of its own', () => {
    const ids = tasks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(60)
    expect(ids.length).toBeLessThanOrEqual(80)
  })

  test.each(tasks)('$id: who does it passes, who does nothing fails', async ({ id }) => {
    const task = await drawn(id)
    expect(task.say).not.toMatch(/[{}]|undefined/)
    expect(await verdict(task)).toEqual([])
    expect(await verdict(task, [])).not.toEqual([])
  })

  test('have the same values with the same secret only', async () => {
    const linesOf = ({ calls, say }: DrawnTask) => JSON.stringify([say, calls])
    const one = await drawn('write-post')
    expect(linesOf(await drawn('write-post'))).toBe(linesOf(one))
    expect(linesOf(await drawn('write-post', 'another'))).not.toBe(linesOf(one))
  })
})

describe('the checker', () => {
  const other: ApiCall = ['POST /api/posts', { content: 'One more' }]
  const withText = (calls: readonly ApiCall[], change: (text: string) => string) =>
    calls.map(([line, body]): ApiCall => {
      const content = (body as { content?: string })?.content
      return content === undefined ? [line, body] : [line, { content: change(content) }]
    })

  test('the order of what is done does not count', async () => {
    const task = await drawn('follow-and-comment/quoted')
    expect(await verdict(task, task.calls.toReversed())).toEqual([])
  })

  test('who does a part of it fails, with what is missing in words', async () => {
    const task = await drawn('follow-and-comment/quoted')
    const [followed = ''] = task.expected.comments
      .filter(({ _id }) => !task.before.comments.some((one) => one._id === _id))
      .map(({ content }) => content)
    expect(await verdict(task, task.calls.slice(0, 1))).toContain(
      `new comment "${followed}": is missing`,
    )
    const [_, ...rest] = task.calls
    expect((await verdict(task, rest)).join()).toContain(`${task.viewer}: not true: following has `)
  })

  test.each([
    ['more than it', (calls: ApiCall[]) => [...calls, other], 'new post "One more": should not be'],
    ['it twice', (calls: ApiCall[]) => [...calls, ...calls.slice(1)], '(2): should not be there'],
    ['it with a space', (calls: ApiCall[]) => withText(calls, (text) => `${text} `), 'is missing'],
    ['it in capitals', (calls: ApiCall[]) => withText(calls, (text) => text.toUpperCase()), 'is m'],
  ])('who does %s fails', async (_case, change, words) => {
    const task = await drawn('follow-and-comment/quoted')
    expect((await verdict(task, change(task.calls))).join('\n')).toContain(words)
  })

  test('a change that is undone fails only where the app keeps a trace of it', async () => {
    const task = await drawn('follow/named')
    const [[line = ''] = []] = task.calls
    const away: ApiCall = [line.replace('/follow/', '/unfollow/')]
    expect(await verdict(task, [[line], away, [line]])).toEqual([])
    expect((await verdict(task, [[line], away])).join()).toContain('following has')
  })

  test('another password fails, and so does a bio that is changed with it', async () => {
    const task = await drawn('password')
    const edit = (userData: object): ApiCall => ['POST /api/users/edit', { userData }]
    expect(await verdict(task, [edit({ password: `${task.password}!` })])).toEqual([
      `${task.viewer}: not true: password is "the new one"`,
      `${task.viewer}: should not be: password is "another one"`,
    ])
    const both = edit({ password: task.password, bio: 'New' })
    expect((await verdict(task, [both])).join()).toContain('should not be: bio is "New"')
  })

  test('the wrong picture, and pictures in the wrong order, fail', async () => {
    const task = await drawn('post-two-pictures')
    const [[line = '', body] = []] = task.calls
    const { images, ...rest } = body as { images: { url: string; alt: string }[] }
    expect(await verdict(task, [[line, { ...rest, images: images.toReversed() }]])).not.toEqual([])
    const swapped = images.map(({ alt }, at) => ({ url: images.at(at - 1)?.url, alt }))
    expect((await verdict(task, [[line, { ...rest, images: swapped }]])).join()).toContain('pixels')
  })

  test('seen notifications and pictures that nothing shows may be there', async () => {
    const task = await drawn('follow-back/named')
    const [notice] = task.before.notifications ?? []
    const seen: ApiCall = ['POST /api/notifications/seen', { _id: notice?._id }]
    expect(await verdict(task, [seen, ...task.calls])).toEqual([])
    const picture = await drawn('post-picture')
    const { after, writes } = await played(picture)
    const [upload] = after.uploads
    if (upload) after.uploads.push({ ...upload, _id: newUuid(), id: '9' })
    after.sequences.uploads = 9
    expect(await check(picture, after, writes)).toEqual([])
  })

  test('what was written around the API fails, even if it is right', async () => {
    const task = await drawn('like/quoted')
    const around = await check(task, task.expected, [])
    expect(around).not.toEqual([])
    for (const line of around) expect(line).toMatch(/^no call explains this: /)
  })

  test('a row that no call names fails, too', async () => {
    const task = await drawn('bio')
    const { after, writes } = await played(task)
    const [user] = after.users as [Snapshot['users'][number]]
    user.extra = { admin: true }
    expect((await check(task, after, writes)).join()).toContain('extra.admin is true')
  })
})

const page: Observation = {
  task: 'Like it.',
  files: [],
  path: '/',
  title: 'Home',
  tree: '',
  left: 9,
}

describe('the adapters', () => {
  const node = (script: string) => linesAgent([process.execPath, '-e', script], '.')

  test('a command answers each line with a line of JSON', async () => {
    const agent = await node(`process.stdin.once('data', (line) => {
      const { task } = JSON.parse(line)
      console.log(JSON.stringify({ act: 'click', name: task }) + '\\nnull')
      process.stdin.destroy()
    })`)
    expect(await agent.next(page)).toEqual({ act: 'click', name: 'Like it.' })
    expect(await agent.next(page)).toEqual({})
    await agent.stop()
  })

  test.each([
    ['exits', 'process.exit(3)', 'exit code 3'],
    ['kills itself', 'process.kill(process.pid, "SIGKILL")', 'SIGKILL'],
    ['writes something else', 'console.log("I am done")', 'its line was no JSON: I am done'],
  ])('the verdict says how a command ended that %s', async (_case, script, ended) => {
    const agent = await node(script)
    expect(await agent.next(page)).toBe(ended)
    await agent.stop()
  })

  const hasPython = spawnSync('python3', ['-V']).status === 0
  test.skipIf(!hasPython)('the agent of the guide answers', async () => {
    const agent = await linesAgent(['python3', 'examples/agent/agent.py'], '.')
    expect(await agent.next(page)).toEqual({ act: 'goto', path: '/settings' })
    expect(await agent.next({ ...page, path: '/settings' })).toEqual({ act: 'done' })
    await agent.stop()
  })

  test('a command that cannot be started is an error', async () => {
    await expect(linesAgent(['./none'], '.')).rejects.toThrow('could not be started')
    await expect(linesAgent([''], '.')).rejects.toThrow('could not be started')
  })

  const flood = 'const more = () => process.stdout.write("x".repeat(1e6), more); more()'

  test('a line without an end fails the run, and the command is ended', async () => {
    const agent = await node(`process.stderr.write = () => 0; ${flood}`)
    await expect(agent.next(page)).rejects.toThrow('a line of more than 1 MB')
    await agent.stop()
    const input = new PassThrough()
    const next = mcpAgent(input, new PassThrough()).next(page)
    input.write('x'.repeat(1_000_001))
    await expect(next).rejects.toThrow('a line of more than 1 MB')
  })

  test('the MCP server lists two tools, shows the page, and passes actions on', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const agent = mcpAgent(input, output)
    let id = 0
    const replies = output[Symbol.asyncIterator]()
    const ask = async (method: string, params?: object) => {
      id += 1
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      const { value } = await replies.next()
      return JSON.parse(String(value))
    }
    const hello = await ask('initialize', { protocolVersion: '2025-06-18' })
    expect(hello.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
    })
    const { tools } = (await ask('tools/list')).result
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['observe', 'act'])
    expect((await ask('evaluate')).error).toMatchObject({ code: -32601 })
    const evaluate = { name: 'evaluate', arguments: { text: '1 + 1' } }
    expect((await ask('tools/call', evaluate)).error).toMatchObject({ code: -32602 })
    input.write('No JSON\n')
    const { value } = await replies.next()
    expect(JSON.parse(String(value))).toMatchObject({ id: null, error: { code: -32700 } })

    const first = agent.next(page)
    const seen = await ask('tools/call', { name: 'observe' })
    expect(JSON.parse(seen.result.content[0].text)).toEqual(page)
    const acting = ask('tools/call', { name: 'act', arguments: { act: 'wait', screenshot: true } })
    expect(await first).toEqual({ act: 'wait', screenshot: true })
    const second = agent.next({ ...page, error: 'No', screenshot: 'iVBO' })
    expect((await acting).result).toMatchObject({
      isError: true,
      content: [{ type: 'text' }, { type: 'image', data: 'iVBO', mimeType: 'image/png' }],
    })
    const ending = ask('tools/call', { name: 'act', arguments: { act: 'done', success: true } })
    expect(await second).toMatchObject({ act: 'done' })
    agent.stop()
    expect((await ending).result.content[0].text).toBe('The task has ended.')
  })

  test('a stop of the MCP server ends its task, so that it is judged', async () => {
    const stopping = new AbortController()
    const agent = mcpAgent(new PassThrough(), new PassThrough(), stopping.signal)
    const next = agent.next(page)
    stopping.abort()
    expect(await next).toBe('stopped')
    expect(await agent.next(page)).toBe('stopped')
    const late = mcpAgent(new PassThrough(), new PassThrough(), stopping.signal)
    expect(await late.next(page)).toBe('stopped')
  })
})

describe('an agent', () => {
  test.each(['/', '/explore?q=cafe', '/post/5#comments', '/mock'])('may open %s', (path) => {
    expect(() => checkScreen(path)).not.toThrow()
  })

  test.each([
    ...['/sw.js', '/api/mock', '/api/posts', '/logo.svg', '/explore/../sw.js', '/index.html'],
    ...['//collector.test/', '/\\collector.test/', 'javascript:alert(1)', 'explore', '', '//'],
  ])('may not open %s', (path) => {
    expect(() => checkScreen(path)).toThrow('path: must be a screen of the app')
  })

  /** A page on which so many elements match. */
  const pageWith = (count: number, waitFor = async () => undefined) => {
    const found = () => ({ count: async () => count, first: () => ({ waitFor }) })
    return { getByRef: found, getByRole: found } as never
  }
  const late = async () => {
    throw new Error('locator.waitFor: Timeout 5000ms exceeded.')
  }

  test.each([
    [{ ref: 'e9' }, 0, 'There is no ref e9 in the last tree'],
    [{ role: 'button', name: 'Vrom' }, 0, 'There is no button "Vrom"'],
    [{ role: 'button' }, 2, 'Several match (2): take the ref of one of them'],
    [{ name: 'Vroom' }, 0, 'An action needs a ref, or a role and a name'],
  ])('learns that %j is no element', async (action, count, words) => {
    await expect(elementOf(pageWith(count, late), action)).rejects.toThrow(words)
  })

  test('finds an element by its role when it appears', async () => {
    expect(await elementOf(pageWith(1), { role: 'button' })).toBeDefined()
  })
})

describe('a measurement', () => {
  /** A device on which the task is done when it is opened. */
  const devices = (device: Partial<DeviceOfRun> = {}, opened: string[] = []) => ({
    use: async <T>(task: DrawnTask, use: (device: DeviceOfRun) => Promise<T>) => {
      opened.push(task.say)
      const { after, writes } = await played(task)
      return use({
        ...{ writes, problems: new Set<string>(), close: async () => after },
        observe: async (left, error) => ({ ...page, left, error }),
        act: async () => undefined,
        ...device,
      })
    },
    close: async () => undefined,
  })
  const agentOf = (...actions: (Action | string)[]): Agent => ({
    next: async () => actions.shift() ?? { act: 'done' },
    stop: () => undefined,
  })
  const measure = async (options: Partial<Parameters<typeof judgeAgent>[1]>) => {
    const verdicts: Verdict[] = []
    await judgeAgent([taskOf('bio')], {
      ...{ devices: devices(), newAgent: () => agentOf(), secret: SECRET },
      onVerdict: (verdict) => verdicts.push(verdict),
      ...options,
    })
    return verdicts
  }

  test.each([
    ['done', [{ act: 'done' }], 0],
    ['out of steps', [{ act: 'wait' }, { act: 'wait' }, { act: 'wait' }], 2],
    ['exit code 1', [{ act: 'wait' }, 'exit code 1'], 1],
  ] as const)('says that the agent was %s, and the data decide', async (ended, actions, steps) => {
    const newAgent = () => agentOf(...actions)
    expect(await measure({ newAgent, steps: 2 })).toMatchObject([
      { passed: true, ended, steps, differences: [] },
    ])
  })

  test('an agent that does not answer in five minutes is out of time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const newAgent = () => ({
        next: async () => {
          // When the time of the judge has begun.
          queueMicrotask(() => vi.advanceTimersByTime(300_000))
          return new Promise<Action>(() => undefined)
        },
        stop: () => undefined,
      })
      expect(await measure({ newAgent })).toMatchObject([{ ended: 'out of time', steps: 0 }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('the agent gets the error of an action; a failed observation or agent ends only its own run', async () => {
    const fail = async () => {
      throw new Error('page.ariaSnapshot: Timeout 30000ms exceeded.\nCall log')
    }
    const failed = {
      ...{ passed: false, ended: 'error' },
      differences: ['page.ariaSnapshot: Timeout 30000ms exceeded.'],
    }
    const errors: (string | undefined)[] = []
    const newAgent = () => ({
      next: async ({ error }: Observation) => {
        errors.push(error)
        return errors.length < 2 ? { act: 'goto' } : 'exit code 0'
      },
      stop: () => undefined,
    })
    const acting = await measure({ devices: devices({ act: fail }), newAgent })
    expect(errors).toEqual([undefined, ...failed.differences])
    expect(acting).toMatchObject([{ passed: true, steps: 1 }])
    let runs = 0
    const observe: DeviceOfRun['observe'] = (left) =>
      ++runs === 1 ? fail() : Promise.resolve({ ...page, left })
    const observing = await measure({ devices: devices({ observe }), runs: 2 })
    expect(observing).toMatchObject([failed, { passed: true }])
    let agents = 0
    const one = () => (++agents === 1 ? { next: fail, stop: () => undefined } : agentOf())
    expect(await measure({ newAgent: one, runs: 2 })).toMatchObject([failed, { passed: true }])
    expect(await measure({ devices: devices({ close: fail }) })).toMatchObject([
      { ...failed, ended: 'done' },
    ])
  })

  test('a command that cannot be started ends it', async () => {
    const newAgent = () => linesAgent(['./none'], '.')
    await expect(measure({ newAgent })).rejects.toThrow('could not be started')
  })

  test('each run has a secret of its own, which repeats it', async () => {
    const said: string[] = []
    const verdicts = await measure({ secret: undefined, runs: 2, devices: devices({}, said) })
    verdicts.push(...(await measure({ runs: 2, devices: devices({}, said) })))
    expect(new Set(said).size).toBe(4)
    for (const [at, { secret }] of verdicts.entries()) {
      const again: string[] = []
      await measure({ secret, devices: devices({}, again) })
      expect(again).toEqual([said[at]])
    }
  })

  test('a stop ends it at once, with what is known, and stops the agent', async () => {
    const stopping = new AbortController()
    const verdicts: Verdict[] = []
    const agents: Agent[] = []
    const stopped: Agent[] = []
    const newAgent = (): Agent => {
      const agent: Agent = {
        next: async () => {
          if (agents.length === 1) return { act: 'done' }
          stopping.abort(new Error('Stopped by SIGINT.'))
          return new Promise<Action>(() => undefined)
        },
        stop: () => void stopped.push(agent),
      }
      agents.push(agent)
      return agent
    }
    const onVerdict = (verdict: Verdict) => verdicts.push(verdict)
    const measuring = measure({ newAgent, onVerdict, runs: 3, signal: stopping.signal })
    await expect(measuring).rejects.toThrow('Stopped by SIGINT.')
    expect(verdicts).toHaveLength(1)
    expect(stopped).toEqual(agents)
    expect(agents).toHaveLength(2)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'gearheads-arena-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs Node, and waits until it has ended. */
function run(args: string[], onOutput: (text: string, pid: number) => void = () => undefined) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
    child.stdout?.on('data', (text) => onOutput(String(text), Number(child.pid)))
  })
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a group with all that a command has started, even if it does not want to',
  async (signal) => {
    const stubborn = `process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)`
    const command = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${stubborn}; console.log(process.pid)`)}], { stdio: 'inherit' })
      ${stubborn}`
    const code = `import { startGroup, stopSignal } from '${pathToFileURL('scripts/judge/group.ts')}'
      const signal = stopSignal()
      const group = await startGroup([process.execPath, '-e', ${JSON.stringify(command)}], { stdio: 'inherit' })
      signal.addEventListener('abort', () => group.end())
      await group.ended`
    const pids: number[] = []
    const ended = await run(['--input-type=module', '-e', code], (text, pid) => {
      pids.push(Number(text))
      process.kill(pid, signal)
    })
    expect(ended.code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(pids).toHaveLength(1)
    await expect.poll(() => pids.some(isAlive)).toBe(false)
  },
)

describe('the command line', () => {
  const arena = (args: string[]) => run(['scripts/arena.ts', ...args])
  const answers = join(folder, 'answers.json')
  const find = ['find', '--answers', answers, '--findings']
  resultFile(answers, { code: '1-easy-7f3a9c', url: '', defects: ['lost-field'] })

  test.each([
    ['an unknown option', ['do', '--fast'], "Unknown option '--fast'"],
    ['an empty --only', ['do', '--only', '', '--', 'true'], '--only: there is no task ""'],
    ['an unknown task', ['do', '--only', 'bio,nope', '--', 'true'], 'there is no task "nope"'],
    ['a negative number', ['do', '--runs', '-1', '--', 'true'], '--runs must be a whole number'],
    ['no command', ['do'], 'Which command runs your agent?'],
    ['no findings', ['find'], 'Which findings, and which answers?'],
    ['no kind', ['serve'], 'How many defects'],
  ])('%s is one sentence and the usage', async (_case, args, words) => {
    const { code, stderr } = await arena(args)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
    expect(stderr).toContain('npm run arena -- ')
  })

  test.each([
    ...[['do'], ['do', '--list'], ['find'], ['serve'], []].map((args) => ['arena', ...args]),
    ...[['score'], ['sheet'], ['assignment'], ['mutants'], ['../bench/run'], ['../bench/generate']],
  ])('%s %s --help prints the usage only', async (script, ...args) => {
    const { code, stdout, stderr } = await run([`scripts/${script}.ts`, ...args, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const name = { mutants: 'test:mutants', '../bench/run': 'bench' }[script] ?? basename(script)
    expect(stdout).toMatch(`npm run ${name} -- `)
  })

  test.each([
    [
      'a file that cannot be written',
      ['do', '--json', join(folder, 'no/do.json'), '--', 'true'],
      '--json cannot be written',
    ],
    ['no answers', ['find', '--answers', join(folder, 'no'), '--findings', folder], 'is no file'],
    ['a file of findings', [...find, answers], 'is no folder. Give the one'],
    ['a missing folder', [...find, join(folder, 'no')], 'is no folder. Give the one'],
    ['a folder without findings', [...find, folder], 'has no *.spec.ts'],
  ])('%s is one sentence', async (_case, args, words) => {
    const { code, stderr } = await arena(args)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) })
    expect(stderr.trim()).not.toContain('\n')
  })
})
