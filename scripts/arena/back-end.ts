import { openDatabase } from '../../mocks/database.ts'
import { deviceHost } from '../../mocks/host.ts'
import { createServer } from '../../mocks/msw-handlers.ts'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import { KEY_HEADER } from '../../src/contract/call.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'

/** A call of the API, as in `['POST /api/posts', { content: 'Text' }]`. */
export type ApiCall = readonly [line: string, body?: unknown]

/** A write of the viewer that the judge has seen. */
export type Write = { line: string; body?: string; key?: string; at: number }

/** The handlers of the app in this process. */
export class BackEnd {
  /** Of the writes that are repeated, in ms since 1970. */
  #time: number | undefined
  readonly #serve = createServer(
    deviceHost({
      database: openDatabase(memoryStore(), { now: () => this.#time ?? Date.now() }),
      delayMs: 0,
    }),
  )

  /** Replaces all data. @returns the token of the viewer */
  async reset(from: { snapshot: Snapshot } | { seed: object }, viewer?: string): Promise<string> {
    const { encodedToken } = await this.call(['POST /api/mock/reset', { ...from, viewer }], '')
    return String(encodedToken)
  }

  async snapshot(): Promise<Snapshot> {
    return (await this.#send('GET /api/mock/snapshot'))[1] as Snapshot
  }

  /** Makes a call that must succeed. @throws Error with the words of the API */
  async call([line, body]: ApiCall, authorization: string): Promise<Record<string, unknown>> {
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    const [status, data] = await this.#send(line, sent as BodyInit, { authorization })
    if (status < 400) return data as Record<string, unknown>
    throw new Error(`${line}: ${status} ${JSON.stringify(data)}`)
  }

  /** Makes a write again as it was made: at its time and with its key, so that it creates the same rows. */
  async repeat({ line, body, key, at }: Write, authorization: string): Promise<void> {
    this.#time = at
    await this.#send(line, body, { authorization, ...(key && { [KEY_HEADER]: key }) })
    this.#time = undefined
  }

  async #send(
    line: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<[status: number, data: unknown]> {
    const [method, path = ''] = line.split(' ')
    const url = new URL(path, 'http://arena.test')
    const response = await this.#serve(new Request(url, { method, body, headers }))
    return [response.status, await response.json()]
  }
}
