// The judge of agents in a real browser (docs/testers.md#measure-an-agent). Its checker, and what an agent may open and name:
// scripts/arena.test.ts.
import { expect, test } from 'playwright/test'
import type { Action, Agent, Observation } from '../../scripts/arena/agent.ts'
import type { ApiCall } from '../../scripts/arena/back-end.ts'
import { Device } from '../../scripts/arena/device.ts'
import { browserDevices } from '../../scripts/arena/devices.ts'
import { judgeAgent, type Verdict } from '../../scripts/arena/do.ts'
import { drawTask } from '../../scripts/arena/draw.ts'
import { type Task, tasks } from '../../scripts/arena/tasks.ts'
import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { handlesOf } from '../../scripts/judge/plan.ts'
import { serveRun } from '../../scripts/judge/run-server.ts'

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
        const action = left.shift()
        if (typeof action === 'function') return action(page)
        if (page.error) throw new Error(page.error)
        return action ?? done
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

test('the right agent passes: two pictures and their descriptions, by roles and by the refs of the tree', async () => {
  const { calls, files } = await drawTask(taskOf('post-two-pictures'), SECRET)
  type Body = { content: string; images: { alt: string }[] }
  const { content, images } = (calls.at(-1) as ApiCall)[1] as unknown as Body
  const agent = scripted(
    { act: 'upload', role: 'button', name: 'Add a picture', files },
    ...images.flatMap(({ alt }, index) => [
      click('button', `Add description of picture ${index + 1}`),
      fill(`Picture ${index + 1} description (optional)`, alt),
      { act: 'press', key: 'Enter' },
    ]),
    ({ tree }) => {
      const ref = /textbox "What are you driving.*?\[ref=(\w+)\]/.exec(tree)?.[1]
      return { act: 'fill', ref, text: content }
    },
    click('button', 'Vroom'),
    { act: 'wait' },
  )
  expect(await judged('post-two-pictures', agent)).toMatchObject({ differences: [] })
})

test('an agent fails that uses the controls, which no page has (R13.19); another file or action is an error', async () => {
  const seeing = (words: RegExp, action: Action) => (page: Observation) => {
    expect(`${page.error} ${page.tree}`).toMatch(words)
    return action
  }
  const post: Action = { act: 'select', role: 'combobox', name: 'Method', text: 'POST' }
  const reset = scripted(
    { act: 'upload', role: 'button', name: 'Add a picture', files: ['../../package.json'] },
    seeing(/^The files are/, { act: 'evaluate', text: '1 + 1' }),
    seeing(/^act: must be/, { act: 'goto', path: '/mock' }),
    seeing(/^(?!.*tab "Mock").*tab "Saved"/s, post),
    fill('Endpoint', '/api/mock/reset'),
    fill('Body', '{ "seed": "default" }'),
    click('button', 'Submit'),
    done,
  )
  const { differences } = await judged('bio', reset)
  expect(differences).toContain('The page used the controls')
})

test('an agent fails that sends something to another address', async ({ browser }) => {
  const task = await drawTask(taskOf('bio'), SECRET)
  const server = await serveRun(await judgedApp(), handlesOf([]), { controlKey: 'key' })
  try {
    const device = await Device.open(browser, server, task, 'key')
    const [context] = browser.contexts()
    await context?.pages()[0]?.evaluate(() => {
      new Image().src = 'http://localhost:9/?beacon'
    })
    await device.close()
    expect([...device.problems]).toEqual(['The page asked for http://localhost:9'])
  } finally {
    await server.stop()
  }
})
