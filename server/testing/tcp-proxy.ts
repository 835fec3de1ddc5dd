import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a port of this machine that can stop without closing, like a machine without power. */
export async function tcpProxy(target: number) {
  const sockets = new Set<Socket>()
  let isBlack = false
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined))
    // Accepted, and never answered.
    if (isBlack) return
    const upstream = connect(target, 'localhost').on('error', () => client.destroy())
    sockets.add(upstream)
    const pass = (from: Socket, to: Socket) => {
      let isSwallowed = false
      from.on('data', (data) => {
        isSwallowed ||= isBlack
        if (!isSwallowed) to.write(data)
      })
      from.on('close', () => void (isBlack || isSwallowed || to.destroy()))
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    blackHole() {
      isBlack = true
    },
    /** Connections are made again. Those of before stay swallowed, as by a firewall that forgot them. */
    open() {
      isBlack = false
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
