import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '../../src/contract/push.ts'

/** A message as the push service got it, and as the browser would read it. */
export type Received = { path: string; headers: IncomingHttpHeaders; message: PushMessage }

/** How the service replies: with a status and headers, or never. */
export type ServiceReply = { status: number; headers?: Record<string, string> } | 'never'

/** A push service on this machine, with the keys of its browsers. It decrypts what it gets. */
export class PushService {
  readonly received: Received[] = []
  /** The next replies; 201 after them. */
  replies: ServiceReply[] = []
  url = ''
  readonly #browsers = new Map<string, Browser>()
  readonly #server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? ''
    const body = await buffer(incoming)
    const browser = this.#browsers.get(path)
    if (!browser) return void outgoing.writeHead(404).end()
    const text = await decrypt(body, browser)
    this.received.push({ path, headers: incoming.headers, message: JSON.parse(text) })
    const reply = this.replies.shift() ?? { status: 201 }
    if (reply !== 'never') outgoing.writeHead(reply.status, reply.headers).end()
  })

  async start(): Promise<this> {
    this.#server.listen(0, 'localhost')
    await once(this.#server, 'listening')
    this.url = `http://localhost:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** The subscription of a new browser, as `PushSubscription.toJSON()` returns it. */
  async newBrowser(): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
    const browser = await newBrowser()
    const path = `/push/${crypto.randomUUID()}`
    this.#browsers.set(path, browser)
    const p256dh = Buffer.from(await crypto.subtle.exportKey('raw', browser.pair.publicKey))
    const keys = { p256dh: p256dh.toString('base64url'), auth: browser.auth.toString('base64url') }
    return { endpoint: this.url + path, keys }
  }

  /** The messages to one browser. */
  to({ endpoint }: { endpoint: string }): Received[] {
    return this.received.filter(({ path }) => this.url + path === endpoint)
  }
}

type Browser = { pair: CryptoKeyPair; auth: Buffer<ArrayBuffer> }

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

async function newBrowser(): Promise<Browser> {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair
  return { pair, auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))) }
}

/** Decrypts a message as a browser does (RFC 8291, 3; RFC 8188, 2). */
export async function decrypt(body: Buffer, { pair, auth }: Browser): Promise<string> {
  const salt = Buffer.from(body.subarray(0, 16))
  const idLength = body[20] ?? 0
  const point = Buffer.from(body.subarray(21, 21 + idLength))
  const content = Buffer.from(body.subarray(21 + idLength))
  const sender = await crypto.subtle.importKey('raw', point, CURVE, false, [])
  const algorithm = { name: 'ECDH', public: sender }
  const shared = await crypto.subtle.deriveBits(algorithm, pair.privateKey, 256)
  const own = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, point])
  const secret = await hkdf(shared, auth, info, 32)
  const key = await hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, content))
  const end = padded.lastIndexOf(2)
  return padded.toString('utf8', 0, end)
}

async function hkdf(
  secret: ArrayBuffer,
  salt: Buffer<ArrayBuffer>,
  info: Buffer<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8)
}
