/**
 * What can be between a device and its club. `down` has no network, `losesRequests` passes nothing on, `losesReplies` passes
 * the request on, `sendsTwice` repeats it, `hangs` never replies, `truncates` and `replays` spoil replies of the club, `newer` is a club of a later
 * version, `noUploads` stops pictures only, `losesUploads` never replies to them, `lossy` fails for 8 % of the requests and loses the replies to 20 %. A number is
 * the status of a reply that is not the club's.
 */
export const LINES = [
  ...(['up', 'down', 'losesRequests', 'losesReplies', 'sendsTwice'] as const),
  ...(['hangs', 'truncates', 'replays'] as const),
  ...([
    'newer',
    'html',
    'redirect',
    'noUploads',
    'losesUploads',
    'lossy',
    403,
    404,
    413,
    502,
    511,
  ] as const),
]
export type Line = (typeof LINES)[number]

const PAGE = '<!doctype html><title>Log in to the Wi-Fi</title>'

/** A line whose kind can be changed. */
export class FaultyLine {
  kind: Line = 'up'
  /** The requests that work before the fault begins. */
  left = 0
  /** The requests that fail before the line works again. */
  faults = Number.POSITIVE_INFINITY
  /** The requests to which the club has replied although the line loses replies to others. */
  answered = 0
  #lastReply: Response | undefined
  #seed = 7
  readonly #passTime: (ms: number) => void

  /** @param passTime lets time pass while a request hangs, and runs the timers that are due */
  constructor(passTime: (ms: number) => void) {
    this.#passTime = passTime
  }

  async send(
    reply: () => Promise<Response>,
    url: string,
    signal?: AbortSignal | null,
  ): Promise<Response> {
    const isFaulty = this.kind !== 'up' && this.left-- <= 0
    if (!isFaulty) return this.#keep(await reply())
    const { kind } = this
    if (--this.faults <= 0) this.kind = 'up'
    switch (kind) {
      case 'up':
        return reply()
      case 'down':
      case 'losesRequests':
        throw new TypeError('Failed to fetch')
      case 'sendsTwice':
        await reply()
        return reply()
      case 'losesReplies':
        await reply()
        throw new TypeError('Failed to fetch')
      case 'hangs':
        while (signal && !signal.aborted) this.#passTime(1_000)
        throw new DOMException('Aborted', 'AbortError')
      case 'replays':
        return this.#lastReply?.clone() ?? new Response(PAGE)
      case 'truncates':
        return changed(await reply(), (text) => text.slice(0, text.length >> 1))
      case 'newer':
        return changed(await reply(), (text) => text.replace(/"version":(\d+)/, '"version":99'))
      case 'html':
        return new Response(PAGE, { headers: { 'Content-Type': 'text/html' } })
      case 'redirect':
        return new Response(null, { status: 302, headers: { Location: 'http://login.test/' } })
      case 'lossy':
        this.#seed = (this.#seed * 16_807) % 2_147_483_647
        return this.#lose(reply, this.#seed / 2_147_483_647)
      case 'losesUploads':
        return this.#lose(reply, url.endsWith('/api/uploads') ? 0.1 : 1)
      case 'noUploads':
        return url.endsWith('/api/uploads') ? new Response(PAGE, { status: 403 }) : reply()
      default:
        return new Response(PAGE, { status: kind })
    }
  }

  async #lose(reply: () => Promise<Response>, chance: number): Promise<Response> {
    if (chance < 0.08) return new Response(PAGE, { status: 502 })
    const response = await reply()
    if (chance < 0.28) throw new TypeError('Failed to fetch')
    this.answered += 1
    return response
  }

  #keep(response: Response): Response {
    this.#lastReply = response.clone()
    return response
  }
}

async function changed(response: Response, change: (text: string) => string): Promise<Response> {
  const { status, headers } = response
  return new Response(change(await response.text()), { status, headers })
}
