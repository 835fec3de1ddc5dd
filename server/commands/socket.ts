import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { CommandArgs, CommandContext, CommandOutput } from './command.ts'
import { commands } from './commands.ts'
import { newAction } from './record-action.ts'
import { socketOf, withShortPath } from './socket-path.ts'

/** A command on its way to the club that runs. */
export type CommandRequest = CommandArgs & {
  name: string
  /** Whether its question was answered with yes. */
  confirmed: boolean
  /** The user of the machine who sends it. */
  by: string
}

/** The reply: a question first, unless the command is confirmed or has none. */
export type CommandReply = { question: string } | CommandOutput

/** The header of a reply that is a file. Its value is the output as JSON, encoded like a part of an address. */
const OUTPUT_HEADER = 'Club-Output'

/** While a command runs, the club says so this often (status 102), in ms: some take minutes. */
const BEAT_MS = 5_000
/** How long a command waits for a sign of the club, in ms. */
const PATIENCE_MS = 30_000

/** Runs a command, or returns its question. */
export async function runCommand(
  opened: Omit<CommandContext, 'action'>,
  { name, confirmed, by, ...args }: CommandRequest,
): Promise<CommandReply> {
  const command = commands[name]
  if (!command || !('run' in command))
    throw new Error(`The club that runs does not know the command ${name}. Restart it.`)
  const context = { ...opened, action: newAction({ name, by, ...args }) }
  const question = confirmed ? undefined : await command.question?.(context, args)
  return question === undefined ? command.run(context, args) : { question }
}

/**
 * Takes commands on the socket of the data. Only the user whose process this is can open it.
 * @returns a function that ends it
 */
export async function serveCommands(
  context: Omit<CommandContext, 'action'>,
): Promise<() => Promise<void>> {
  const path = socketOf(context.data)
  if (!path) return async () => undefined
  const server = createServer((incoming, outgoing) => {
    reply(context, incoming, outgoing).catch((error) => outgoing.destroy(error))
  })
  // Under another name until its mode is right. A socket of a process that was killed is replaced.
  const unfinished = `${path.slice(0, -'.sock'.length)}.${randomUUID().slice(0, 4)}`
  withShortPath(unfinished, (short) => server.listen(short))
  await once(server, 'listening')
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
  return async () => {
    rmSync(path, { force: true })
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

async function reply(
  context: Omit<CommandContext, 'action'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const send = (status: number, body: object) => {
    outgoing.writeHead(status, { 'Content-Type': 'application/json' })
    outgoing.end(JSON.stringify(body))
  }
  const beat = () => outgoing.headersSent || outgoing.writeProcessing()
  const beats = setInterval(beat, BEAT_MS)
  try {
    const given: CommandRequest = JSON.parse(await text(incoming))
    beat()
    const done = await runCommand(context, given)
    if ('question' in done || !done.file) return send(200, done)
    const { file, ...output } = done
    // Its process was killed meanwhile: a pipeline would wait for it.
    if (incoming.socket.destroyed) return await file.bytes.cancel()
    const header = encodeURIComponent(JSON.stringify({ ...output, name: file.name }))
    outgoing.writeHead(200, { [OUTPUT_HEADER]: header })
    await pipeline(Readable.fromWeb(file.bytes as never), outgoing)
  } catch (error) {
    if (outgoing.headersSent) throw error
    send(400, { error: error instanceof Error ? error.message : String(error) })
  } finally {
    clearInterval(beats)
  }
}

const SILENT =
  'The club that has these data open does not reply. Is its process stopped? Nothing is known of the command.'

/**
 * Sends a command to the club that runs on these data.
 * @returns `undefined` if none does
 * @param patience how long the club may show no sign, in ms
 * @throws Error with the text of the command, or the reason of `signal`
 */
export async function sendCommand(
  data: string,
  given: CommandRequest,
  signal?: AbortSignal,
  patience = PATIENCE_MS,
): Promise<CommandReply | undefined> {
  const path = socketOf(data)
  if (!path) return undefined
  const createConnection = () => withShortPath(path, (short) => connect(short))
  const outgoing = request({ createConnection, method: 'POST', path: '/', signal })
  outgoing.setTimeout(patience, () => outgoing.destroy(new Error(SILENT)))
  outgoing.end(JSON.stringify(given))
  const incoming = await once(outgoing, 'response').then(
    ([response]: IncomingMessage[]) => response,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return undefined
      signal?.throwIfAborted()
      if (error.message === SILENT) throw error
      throw new Error(`The club has ended before it replied: ${error.message}.`, { cause: error })
    },
  )
  if (!incoming) return undefined
  const header = incoming.headers[OUTPUT_HEADER.toLowerCase()]
  if (typeof header === 'string') {
    const { name, ...output } = JSON.parse(decodeURIComponent(header))
    const bytes = Readable.toWeb(incoming) as ReadableStream<Uint8Array>
    return { ...output, file: { name, bytes } }
  }
  const body = JSON.parse(await text(incoming))
  if (incoming.statusCode !== 200) throw new Error(body.error)
  return body
}
