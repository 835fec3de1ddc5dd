import { callHeaders, failCall } from '../../client/call.ts'
import { HttpError, withDefaults } from '../../client/http.ts'
import { throwIfSessionOver } from '../../client/session.ts'
import { newUuid } from '../../client/uuid.ts'
import { ANIMATED } from '../../contract/uploads-path.ts'
import { isClub } from '../../pwa/club.ts'
import { workerControl } from '../../pwa/register.ts'

export type UploadOptions = {
  /** Called with the share that was sent, from 0 to 1. Not called for uploads to the worker, which take no time. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** The `Idempotency-Key` of an upload to the API. */
  key?: string
}

/**
 * Upload a picture to the image host of `.env` (R10.3), bypassing our worker.
 * @returns its address, with {@link ANIMATED} if it moves
 * @throws HttpError if the host does not accept it
 */
export async function uploadToHost(picture: Blob, options: UploadOptions = {}): Promise<string> {
  const fields = {
    cloud_name: import.meta.env.VITE_UPLOAD_CLOUD_NAME,
    upload_preset: import.meta.env.VITE_UPLOAD_PRESET,
  }
  const sending = { fields, stalledMs: 30_000, ...options }
  const url = await send(import.meta.env.VITE_UPLOAD_URL, picture, sending)
  const { isAnimated } = await import('./animation.ts')
  return isAnimated(new Uint8Array(await picture.arrayBuffer())) ? url + ANIMATED : url
}

/** For an upload to the API and its reply: a club may be on a slow line. */
const TIMEOUT_MS = 3 * 60_000

/**
 * Store a picture in the back end: on this device, or at the club.
 * @param options.key the `Idempotency-Key`: uploads under one key store one picture
 * @returns its address there
 * @throws HttpError, NoWorkerError, SessionOverError
 */
export async function keepOnDevice(
  picture: Blob,
  { key = newUuid(), ...options }: UploadOptions = {},
): Promise<string> {
  if (!isClub) await workerControl()
  const sending = { ...options, headers: callHeaders(key), timeout: TIMEOUT_MS }
  return send('/api/uploads', picture, sending).catch(async (error) => {
    await throwIfSessionOver(error)
    return failCall(error)
  })
}

type Sending = UploadOptions & {
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** Abort if nothing was sent for this long: a connection can die without an error. */
  stalledMs?: number
  /** For all of it, in milliseconds; 0 means no limit. */
  timeout?: number
}

/** With XMLHttpRequest, because fetch does not report progress. */
function send(url: string, picture: Blob, options: Sending): Promise<string> {
  const { fields = {}, headers = {}, stalledMs, timeout = 0, onProgress, signal } = options
  const form = new FormData()
  form.set('file', picture, `picture.${picture.type.replace('image/', '')}`)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)

  const config = withDefaults({ method: 'POST', url })
  return new Promise((resolve, reject) => {
    const fail = (text: string) => reject(new HttpError(text, config))
    if (signal?.aborted) return fail('Request aborted')
    const xhr = new XMLHttpRequest()
    let stalled = 0
    const watch = () => {
      clearTimeout(stalled)
      if (stalledMs) stalled = window.setTimeout(() => xhr.abort(), stalledMs)
    }
    xhr.upload.onprogress = ({ loaded, total }) => {
      watch()
      onProgress?.(loaded / total)
    }
    // Everything is sent. From now on the host may take any time.
    xhr.upload.onload = () => clearTimeout(stalled)
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.onabort = () => fail(signal?.aborted ? 'Request aborted' : 'Network Error')
    xhr.onerror = () => fail('Network Error')
    xhr.ontimeout = () => fail(`timeout of ${timeout}ms exceeded`)
    xhr.onload = () => {
      const { status, statusText, response: data } = xhr
      const response = { data, status, statusText, headers: responseHeaders(xhr), config }
      const address: unknown = data?.secure_url
      if (status >= 200 && status < 300 && typeof address === 'string') resolve(address)
      else reject(new HttpError(`Request failed with status code ${status}`, config, response))
    }
    xhr.onloadend = () => clearTimeout(stalled)
    xhr.open('POST', url)
    xhr.responseType = 'json'
    xhr.timeout = timeout
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.send(form)
    watch()
  })
}

/** By lower-case name, as in `fetch`. */
function responseHeaders(xhr: XMLHttpRequest): Record<string, string> {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}
