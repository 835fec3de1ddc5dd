/** A club's server as a process of its own, on any free port of this machine: `node club-process.ts <data>`. */
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openDatabase } from '../../mocks/data/database.ts'
import { createServer as createApi } from '../../mocks/msw-handlers.ts'
import { openStore } from '../adapters/open-store.ts'

const [data = ''] = process.argv.slice(2)
const { store, publish } = await openStore(data)
const serve = createApi({
  database: openDatabase(store),
  delayMs: 0,
  imageHost: 'https://pictures.test/',
  publish: (changes) => void publish?.(changes),
})

const server = createServer(async (incoming, outgoing) => {
  const { method = 'GET', headers, url = '' } = incoming
  const body = method === 'GET' ? undefined : new Uint8Array(await buffer(incoming))
  const init = { method, headers: headers as Record<string, string>, body }
  const response = await serve(new Request(new URL(url, 'http://localhost'), init))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
})
server.listen(0, 'localhost', () => {
  const { port } = server.address() as { port: number }
  process.send?.(`http://localhost:${port}`)
})
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
