import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Link = {
  url: string
  /** Set to false for traffic that is not measured. */
  slow: boolean
  close: () => Promise<void>
}

/** The data that a connection still has to deliver, each piece not before `from` (ms). */
type Lane = { socket: Socket; pieces: { bytes: Buffer; from: number }[]; ended: boolean }

const TICK_MS = 4
/** The bytes sent at a time. Small packets share the link fairly between connections. */
const PACKET = 1460

/**
 * A slow link to the host at `port`. All connections of pages and workers share `bytesPerSecond`, and a
 * response arrives `rttMs` after its request. Loss and the cost of opening a connection are not simulated.
 * Unlike the browser's network throttling, it also applies to workers.
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
    // Unused capacity is lost, as on a real link.
    credit = Math.min(credit, PACKET) + ((now - before) / 1000) * bytesPerSecond
    before = now
    for (let sent = true; sent && credit > 0; ) sent = sendRound(now)
    for (const lane of lanes) if (lane.ended && lane.pieces.length === 0) lane.socket.end()
  }

  /** Sends one packet of each connection that has one. */
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
