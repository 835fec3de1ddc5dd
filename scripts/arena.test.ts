import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { newUuid } from '../mocks/store/ids.ts'
import type { Snapshot } from '../src/contract/snapshot.ts'
import { linesAgent } from './arena/adapters/lines.ts'
import { mcpAgent } from './arena/adapters/mcp.ts'
import type { Observation } from './arena/agent.ts'
import { type ApiCall, BackEnd, type Write } from './arena/back-end.ts'
import { check, withUploads } from './arena/check.ts'
import { type DrawnTask, drawTask } from './arena/draw.ts'
import { tasks } from './arena/tasks.ts'

const SECRET = 'of the test'

async function drawn(id: string, run = 0, secret = SECRET): Promise<DrawnTask> {
  const task = tasks.find((one) => one.id === id)
  if (!task) throw new Error(`There is no task ${id}`)
  return drawTask(task, run, secret)
}

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
    expect(linesOf(await drawn('write-post', 1))).not.toBe(linesOf(one))
    expect(linesOf(await drawn('write-post', 0, 'another'))).not.toBe(linesOf(one))
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

  test('a change that was taken back leaves a trace only where the app keeps one', async () => {
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
  test('a command answers each line with a line, in any form, and may end', async () => {
    const script = `process.stdin.once('data', (line) => {
      const { task } = JSON.parse(line)
      console.log(JSON.stringify({ act: 'click', name: task }) + '\\nI am done\\nnull')
      process.stdin.destroy()
    })`
    const agent = linesAgent([process.execPath, '-e', script], '.')
    expect(await agent.next(page)).toEqual({ act: 'click', name: 'Like it.' })
    expect(await agent.next(page)).toEqual({ act: 'I am done' })
    expect(await agent.next(page)).toEqual({})
    expect(await agent.next(page)).toBeUndefined()
    agent.stop()
  })

  test('a command that cannot be started is an error', async () => {
    await expect(linesAgent(['./none'], '.').next(page)).rejects.toThrow('could not be started')
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
})
