// The judge of agents in a real browser (docs/testers.md#measure-an-agent). Its checker: scripts/arena.test.ts.
import { chromium, expect, type Page, test } from 'playwright/test'
import { linesAgent } from '../../scripts/arena/adapters/lines.ts'
import type { Action, Agent, Observation } from '../../scripts/arena/agent.ts'
import type { ApiCall } from '../../scripts/arena/back-end.ts'
import { check } from '../../scripts/arena/check.ts'
import { Device } from '../../scripts/arena/device.ts'
import { browserDevices } from '../../scripts/arena/devices.ts'
import { judgeAgent, type Verdict } from '../../scripts/arena/do.ts'
import { drawTask } from '../../scripts/arena/draw.ts'
import { type Task, tasks } from '../../scripts/arena/tasks.ts'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { handlesOf } from '../../scripts/judge/plan.ts'
import { serveRun } from '../../scripts/judge/run-server.ts'
import { changeRows } from '../support/rows.ts'

// The first of these tests builds the app.
test.describe.configure({ timeout: 600_000 })

const SECRET = 'of the test'
const taskOf = (id: string) => tasks.find((task) => task.id === id) as Task

/** An agent that makes these actions, and looks at the last observation for the next one. */
function scripted(...actions: (Action | ((page: Observation) => Action))[]): () => Agent {
  return () => {
    const left = [...actions]
    return {
      next: async (page) => {
        if (page.error) throw new Error(page.error)
        const action = left.shift()
        return typeof action === 'function' ? action(page) : (action ?? done)
      },
      stop: () => undefined,
    }
  }
}

async function judged(id: string, newAgent: () => Agent | Promise<Agent>): Promise<Verdict> {
  const verdicts: Verdict[] = []
  await judgeAgent([taskOf(id)], {
    ...{ secret: SECRET, newAgent, devices: await browserDevices(await judgedApp()) },
    onVerdict: (verdict) => verdicts.push(verdict),
  })
  return verdicts[0] as Verdict
}

const click = (role: string, name: string): Action => ({ act: 'click', role, name })
const fill = (name: string, text: string): Action => ({ act: 'fill', role: 'textbox', name, text })
const done: Action = { act: 'done' }

/** What the right agent finds out. The tests draw it again, which gives other `_id`s, because these have the time. */
async function answer(id: string) {
  const { calls, say, files, before } = await drawTask(taskOf(id), SECRET)
  const [line = '', body] = calls.at(-1) as ApiCall
  const post = before.posts.find(({ _id }) => line.endsWith(_id))?.id
  return { say, files, post, body: body as { content: string } }
}

test.describe('the right agent passes', () => {
  test('with a comment on a post that it has looked up', async () => {
    const { post, body } = await answer('comment/oldest-about')
    const agent = scripted(
      { act: 'goto', path: `/post/${post}` },
      fill('Add a comment', body.content),
      click('button', 'Vroom'),
      done,
    )
    expect(await judged('comment/oldest-about', agent)).toMatchObject({ differences: [] })
  })

  test('with its bio, and by the refs of the tree', async () => {
    const { say } = await answer('bio')
    const agent = scripted(
      click('link', 'Settings'),
      ({ tree }) => {
        const ref = /textbox "Bio".*?\[ref=(\w+)\]/.exec(tree)?.[1]
        return { act: 'fill', ref, text: say.slice(say.indexOf(': ') + 2) }
      },
      click('button', 'Update my Profile'),
    )
    expect(await judged('bio', agent)).toMatchObject({ differences: [], steps: 3 })
  })

  test('with two pictures and their descriptions', async () => {
    const { files, body } = await answer('post-two-pictures')
    const { content, images } = body as unknown as { content: string; images: { alt: string }[] }
    const describe = (n: number) => [
      click('button', `Add description of picture ${n}`),
      fill(`Picture ${n} description (optional)`, images[n - 1]?.alt ?? ''),
      { act: 'press', key: 'Enter' },
    ]
    const agent = scripted(
      { act: 'upload', role: 'button', name: 'Add a picture', files },
      ...describe(1),
      ...describe(2),
      fill('What are you driving, riding or fixing?', content),
      click('button', 'Vroom'),
      { act: 'wait' },
    )
    expect(await judged('post-two-pictures', agent)).toMatchObject({ differences: [] })
  })
})

test.describe('an agent fails that', () => {
  test('says that it has succeeded', async () => {
    const lie = `console.log('{"act":"done","done":true,"success":true,"passed":true}')`
    const verdict = await judged('bio', () => linesAgent([process.execPath, '-e', lie], '.'))
    expect(verdict).toMatchObject({ passed: false, steps: 0 })
    expect(verdict.differences.join()).toContain('not true: bio is')
  })

  test('uses the controls', async () => {
    const reset = scripted(
      { act: 'goto', path: '/mock' },
      { act: 'select', role: 'combobox', name: 'Method', text: 'POST' },
      fill('Endpoint', '/api/mock/reset'),
      fill('Body', '{ "seed": "default" }'),
      click('button', 'Submit'),
      done,
    )
    const { differences } = await judged('bio', reset)
    expect(differences).toContain('The page used the controls')
  })

  test('writes into the storage around the API, or sends something to another address', async () => {
    const task = await drawTask(taskOf('bio'), SECRET)
    const [[_, { userData }]] = task.calls as unknown as [[string, { userData: { bio: string } }]]
    const server = await serveRun(await judgedApp(), handlesOf([]), { controlKey: 'key' })
    const browser = await chromium.launch({
      executablePath: findChromium(chromium.executablePath()),
    })
    try {
      const device = await Device.open(browser, server, task, 'key')
      const page = browser.contexts()[0]?.pages()[0] as Page
      expect(await changeRows(page, 'users/', { username: task.viewer }, userData)).toBe(1)
      await page.evaluate(() => {
        new Image().src = 'http://localhost:9/?beacon'
      })
      const differences = await check(task, await device.close(), device.writes)
      expect(differences.length).toBeGreaterThan(0)
      for (const line of differences) expect(line).toMatch(/^no call explains this: .*bio is/)
      expect([...device.problems]).toEqual(['The page asked for http://localhost:9'])
    } finally {
      await browser.close()
      await server.stop()
    }
  })

  test('leaves the app, or names a file or an element that is not there', async () => {
    const errors: (string | undefined)[] = []
    const actions: Action[] = [
      { act: 'goto', path: '//collector.test/' },
      { act: 'goto', path: 'javascript:alert(1)' },
      { act: 'upload', role: 'button', name: 'Add a picture', files: ['../../package.json'] },
      { act: 'evaluate', text: '1 + 1' },
      { act: 'click', ref: 'e99999' },
      { act: 'click', role: 'button' },
    ]
    const newAgent = () => ({
      next: async ({ error }: Observation) => {
        errors.push(error)
        return actions.shift() ?? done
      },
      stop: () => undefined,
    })
    expect(await judged('bio', newAgent)).toMatchObject({ passed: false, steps: 6 })
    expect(errors.map((error) => error?.split(':')[0])).toEqual([
      ...[undefined, 'path', 'path'],
      ...[expect.stringContaining('The files are'), 'act'],
      'There is no ref e99999 in the last tree',
      expect.stringMatching(/^Several match \(\d+\)$/),
    ])
  })
})
