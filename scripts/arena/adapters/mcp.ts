import type { Readable, Writable } from 'node:stream'
import type { Action, Agent, Observation } from '../agent.ts'
import { linesOf } from './lines.ts'

const text = { type: 'string' }
const tools = [
  {
    name: 'observe',
    description: 'The task, and the page as an accessibility tree with a ref for each element.',
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: 'act',
    description:
      'Does one action, and returns the page after it. An element is named by its ref, or by role and name. The action done ends the task.',
    inputSchema: {
      type: 'object',
      required: ['act'],
      properties: {
        act: {
          enum: ['click', 'fill', 'press', 'select', 'goto', 'upload', 'back', 'wait', 'done'],
        },
        ...{ ref: text, role: text, name: text, text, key: text, path: text },
        files: { type: 'array', items: text },
        screenshot: { type: 'boolean', description: 'Adds a screenshot to the result.' },
      },
    },
  },
]

/** An error of JSON-RPC. */
class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Message = { id?: string | number; method: string; params?: Record<string, unknown> }

/**
 * A server of the Model Context Protocol (JSON-RPC in lines) with the tools `observe` and `act`. It tells no verdict.
 * @param signal ends the task, as a client may end its server: the data are judged as they are then
 */
export function mcpAgent(input: Readable, output: Writable, signal?: AbortSignal): Agent {
  let seen = Promise.withResolvers<Observation | undefined>()
  let chosen = Promise.withResolvers<Action | string>()

  async function answer({ method, params = {} }: Message): Promise<object> {
    if (method === 'initialize') {
      const serverInfo = { name: 'gearheads-arena', version: '1.0.0' }
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
    }
    if (method === 'tools/list') return { tools }
    if (method === 'ping') return {}
    if (method !== 'tools/call') throw new Refusal(-32601, `There is no method ${method}`)
    if (!tools.some(({ name }) => name === params.name))
      throw new Refusal(-32602, `There is no tool ${params.name}: there are observe and act`)
    if (params.name === 'act') {
      // Not before the agent has got a page.
      await seen.promise
      const resolve = chosen.resolve
      seen = Promise.withResolvers()
      resolve(Object(params.arguments))
    }
    const observation = await seen.promise
    if (!observation) return { content: [{ type: 'text', text: 'The task has ended.' }] }
    const { screenshot, ...page } = observation
    const shown = { type: 'image', data: screenshot, mimeType: 'image/png' }
    const content = [{ type: 'text', text: JSON.stringify(page) }, ...(screenshot ? [shown] : [])]
    return { content, isError: page.error !== undefined }
  }

  const send = (id: Message['id'] | null, reply: object): void =>
    void output.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`)
  const refuse = (id: Message['id'] | null, { code = -32603, message }: Partial<Refusal>): void =>
    send(id, { error: { code, message } })

  async function listen(): Promise<string> {
    for await (const line of linesOf(input)) {
      const message = parse(line)
      if (!message) refuse(null, new Refusal(-32700, 'A message is a line of JSON'))
      // A notification has no answer.
      else if (message.id !== undefined)
        await answer(message).then(
          (result) => send(message.id, { result }),
          (error) => refuse(message.id, error),
        )
    }
    return 'its connection was closed'
  }
  const listening = listen()
  // It may fail between two observations.
  listening.catch(() => undefined)
  const stopped = new Promise<string>((resolve) => {
    const stop = () => resolve('stopped')
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
  })

  return {
    next(observation) {
      chosen = Promise.withResolvers()
      seen.resolve(observation)
      return Promise.race([chosen.promise, listening, stopped])
    },
    stop() {
      seen.resolve(undefined)
      input.destroy()
    },
  }
}

function parse(line: string): Message | undefined {
  try {
    return Object(JSON.parse(line))
  } catch {
    return undefined
  }
}
