import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiCall } from './back-end.ts'

/** How a task names a row: one of the group `{group}` of rows that have the same `by`. */
export type Way = { say: string; by: string; pick: string }

export type Kind = 'posts' | 'comments' | 'people'

type Template = {
  id: string
  /** `{it}` is the way, and every other `{name}` a value of the run. */
  say: string
  /** What the person of the task does before, which the agent finds in the notifications. */
  given?: ApiCall[]
  /** What the agent has to do, as calls of the API. The judge makes them on its own copy of the data. */
  calls: ApiCall[]
} & { [kind in Kind]?: string[] }

export type Task = Template & { kind?: Kind; way?: Way }

const folder = join(import.meta.dirname, 'tasks')
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

export const words: Record<'parts' | 'texts' | 'names' | 'pictures', string[]> & {
  ways: Record<Kind, Record<string, Way>>
} = read('words.json')

/** A task for each way of each template. */
export const tasks: readonly Task[] = ['posts', 'comments', 'people', 'profile']
  .flatMap((name): Template[] => read(`${name}.json`))
  .flatMap((template): Task[] => {
    const kind = (['posts', 'comments', 'people'] as const).find((one) => template[one])
    if (!kind) return [template]
    return (template[kind] ?? []).map((name) => ({
      ...template,
      ...{ id: `${template.id}/${name}`, kind, way: words.ways[kind][name] },
    }))
  })

/** The file of a picture that tasks name. */
export const pictureFile = (name: string): string =>
  join(import.meta.dirname, '../../public/icons', name)
