import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Action, Agent, Observation } from '../agent.ts'

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

type Message = { id?: string | number; method: string; params?: Record<string, unknown> }

/** A server of the Model Context Protocol (JSON-RPC in lines) with the tools `observe` and `act`. It tells no verdict. */
export function mcpAgent(input: Readable, output: Writable): Agent {
  let seen = Promise.withResolvers<Observation | undefined>()
  let chosen = Promise.withResolvers<Action | undefined>()

  async function answer({ method, params = {} }: Message): Promise<object> {
    if (method === 'initialize') {
      const serverInfo = { name: 'gearheads-arena', version: '1.0.0' }
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
    }
    if (method === 'tools/list') return { tools }
    if (method === 'ping') return {}
    if (method !== 'tools/call') throw new Error(`There is no method ${method}`)
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

  const lines = createInterface({ input })
  let last = Promise.resolve()
  lines.on('line', (line) => {
    const message = JSON.parse(line) as Message
    // A notification has no answer.
    if (message.id === undefined) return
    last = last.then(async () => {
      const result = await answer(message).then(
        (result) => ({ result }),
        ({ message }: Error) => ({ error: { code: -32601, message } }),
      )
      output.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...result })}\n`)
    })
  })
  lines.on('close', () => chosen.resolve(undefined))

  return {
    next(observation) {
      chosen = Promise.withResolvers()
      seen.resolve(observation)
      return chosen.promise
    },
    stop() {
      seen.resolve(undefined)
      lines.close()
    },
  }
}
