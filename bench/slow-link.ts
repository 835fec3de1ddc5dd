import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Link = {
  url: string
  /** For what is not measured: with `false` nothing waits any more. */
  slow: boolean
  close: () => Promise<void>
}

/** What a connection has still to bring to the browser, each piece not before its time (ms). */
type Lane = { socket: Socket; pieces: { bytes: Buffer; from: number }[]; ended: boolean }

const TICK_MS = 4
/** What is sent at a time, so that connections share the line fairly. */
const PACKET = 1460

/**
 * A slow line to the host at `port`: all that passes, of pages and workers alike, shares
 * `bytesPerSecond`, and comes `rttMs` after it was asked for. Not simulated: loss, and what opening a
 * connection takes. It is what the network panel of the browser does, for workers too.
 */
export async function slowLink(
  port: number,
  { bytesPerSecond, rttMs }: { bytesPerSecond: number; rttMs: number },
): Promise<Link> {
  const lanes = new Set<Lane>()
  const link: Link = { url: '', slow: true, close }
  const server = createServer((socket) => {
    const host = connect(port, 'localhost')
    const lane: Lane = { socket, pieces: [], ended: false }
    lanes.add(lane)
    socket.on('data', (bytes) => {
      setTimeout(() => host.writable && host.write(bytes), link.slow ? rttMs / 2 : 0)
    })
    host.on('data', (bytes) => {
      if (!link.slow) return socket.write(bytes)
      for (let at = 0; at < bytes.length; at += PACKET) {
        const piece = bytes.subarray(at, at + PACKET)
        lane.pieces.push({ bytes: piece, from: performance.now() + rttMs / 2 })
      }
    })
    host.on('close', () => {
      lane.ended = true
    })
    socket.on('close', () => {
      lanes.delete(lane)
      host.destroy()
    })
    for (const one of [socket, host]) one.on('error', () => socket.destroy())
  })

  let credit = 0
  let before = performance.now()
  function pump(): void {
    const now = performance.now()
    // What nobody used is lost, as on a real line.
    credit = Math.min(credit, PACKET) + ((now - before) / 1000) * bytesPerSecond
    before = now
    for (let sent = true; sent && credit > 0; ) sent = sendRound(now)
    for (const lane of lanes) if (lane.ended && lane.pieces.length === 0) lane.socket.end()
  }

  /** A packet of each connection that has one, in turn. */
  function sendRound(now: number): boolean {
    let sent = false
    for (const lane of lanes) {
      const [piece] = lane.pieces
      if (!piece || piece.from > now || credit <= 0) continue
      lane.pieces.shift()
      lane.socket.write(piece.bytes)
      credit -= piece.bytes.length
      sent = true
    }
    return sent
  }

  const timer = setInterval(pump, TICK_MS)
  async function close(): Promise<void> {
    clearInterval(timer)
    for (const { socket } of lanes) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  link.url = `http://localhost:${(server.address() as AddressInfo).port}/`
  return link
}
