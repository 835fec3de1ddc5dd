import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Dice } from '../../mocks/store/random.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { type ApiCall, BackEnd } from './back-end.ts'
import { choose, type Row, rowsOf, Unfit } from './rows.ts'
import { pictureFile, type Task, words } from './tasks.ts'

/** A task with the values of a run. */
export type DrawnTask = {
  id: string
  say: string
  /** The username. */
  viewer: string
  /** The only new password that is right. */
  password: string
  /** The names of the pictures that the agent may upload. */
  files: string[]
  /** What the agent has to do, as the judge did it. */
  calls: ApiCall[]
  before: Snapshot
  /** The rows when it is done. */
  expected: Snapshot
}

const USERS = 14
const POSTS = 40
/** How many data sets, and how many values for each. */
const DATA_SETS = 30
const TRIES = 30

/** Draws the data and the values of a task from the secret, without which nobody can know the answer. */
export async function drawTask(task: Task, secret: string): Promise<DrawnTask> {
  const diceFor = (what: string) => {
    const hmac = createHmac('sha256', secret).update(`${task.id} ${what}`)
    return new Dice(hmac.digest().readUInt32BE())
  }
  const backEnd = new BackEnd()
  for (let dataSet = 0; dataSet < DATA_SETS; dataSet++) {
    const seed = diceFor(`data ${dataSet}`).below(2 ** 32)
    await backEnd.reset({ seed: { users: USERS, posts: POSTS, seed } })
    const data = await backEnd.snapshot()
    for (let tried = 0; tried < TRIES; tried++) {
      try {
        return await draw(task, diceFor(`try ${dataSet} ${tried}`), backEnd, data)
      } catch (error) {
        if (!(error instanceof Unfit)) throw error
      }
    }
  }
  throw new Error(`${task.id}: no values fit`)
}

async function draw(
  { id, say, given = [], calls, kind = 'posts', way }: Task,
  dice: Dice,
  backEnd: BackEnd,
  data: Snapshot,
): Promise<DrawnTask> {
  const rows = rowsOf(data)
  // Not the guest, whose username and password are fixed.
  const viewer = dice.oneOf(rows.people.filter(({ username }) => username !== 'guest'))
  const other = dice.oneOf(rows.people.filter((one) => one !== viewer))
  const values: Values = { viewer, other, ...drawWords(dice) }
  const chosen = way ? choose(rows[kind], way, viewer, dice) : { group: '', rows: [{ _id: '' }] }
  const name = { posts: 'post', comments: 'comment', people: 'person' }[kind]
  const [first] = chosen.rows
  Object.assign(values, { [name]: first, group: chosen.group, count: chosen.rows.length })
  values.it = way ? render(way.say, values) : ''
  if (isAmbiguous(String(values.it), Object.values(rows).flat())) throw new Unfit(id)

  let before = data
  if (given.length > 0) {
    const token = await backEnd.reset({ snapshot: data }, first?.username)
    for (const call of given) await make(backEnd, filled(call, values), token)
    before = await backEnd.snapshot()
  }

  const token = await backEnd.reset({ snapshot: before }, viewer.username)
  const files = words.pictures.filter((_, n) => say.includes(`{picture${n + 1}.name}`))
  for (const file of files) {
    const form = new FormData()
    form.set('file', new Blob([readFileSync(pictureFile(file))]), file)
    const url = (await backEnd.call(['POST /api/uploads', form], token)).secure_url
    values[`picture${words.pictures.indexOf(file) + 1}`] = { name: file, url }
  }
  const made = chosen.rows.flatMap((row) =>
    calls.map((call) => filled(call, { ...values, [name]: row })),
  )
  for (const call of made) await make(backEnd, call, token)
  return {
    ...{ id, say: render(say, values), files, calls: made, before },
    viewer: String(viewer.username),
    password: String(values.password),
    expected: await backEnd.snapshot(),
  }
}

type Values = Record<string, unknown>

function drawWords(dice: Dice): Values {
  const number = (digits: number) => 10 ** (digits - 1) + dice.below(9 * 10 ** (digits - 1))
  const text = () => dice.oneOf(words.texts).replace('{n}', String(number(3)))
  return {
    ...{ text: text(), alt1: text(), alt2: text() },
    name: `${dice.oneOf(words.names)} ${number(2)}`,
    username: `${dice.oneOf(words.names).toLowerCase()}-${number(4)}`,
    password: `Rev#${number(5)}`,
  }
}

/** Whether a text or name in `it` is that of several rows. */
function isAmbiguous(it: string, rows: readonly Row[]): boolean {
  const named = rows.flatMap(({ content, firstName, bio }) => [content, firstName, bio])
  return named.filter((text) => text && it.includes(text)).length > 1
}

/** @throws Unfit when the API refuses the call */
async function make(backEnd: BackEnd, call: ApiCall, token: string): Promise<void> {
  await backEnd.call(call, token).catch((error) => {
    throw new Unfit(error.message)
  })
}

function filled(call: ApiCall, values: Values): ApiCall {
  const fill = (_key: string, value: unknown) =>
    typeof value === 'string' ? render(value, values) : value
  return JSON.parse(JSON.stringify(call), fill)
}

/** The text with each `{post.author}` replaced. @throws Unfit when there is none */
function render(text: string, values: Values): string {
  return text.replace(/\{([\w.]+)\}/g, (path, names: string) => {
    const value = names.split('.').reduce<unknown>((from, name) => Object(from)[name], values)
    if (value === undefined) throw new Unfit(path)
    return String(value)
  })
}
