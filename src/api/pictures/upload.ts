import { workerControl } from '../../pwa/worker.ts'
import { HttpError } from '../http.ts'
import { withDefaults } from '../http-config.ts'
import { forPage, onServer } from '../server-address.ts'
import { throwIfSessionOver } from '../session.ts'
import { token } from '../token.ts'

export type UploadOptions = {
  /** How much of it is sent, from 0 to 1. Not called when the worker takes it: there it takes no time. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Send a picture to the image host of `.env` (spec §7), past our worker, and give its address.
 * @throws HttpError when the host does not take it
 */
export function uploadToHost(picture: Blob, options: UploadOptions = {}): Promise<string> {
  const fields = {
    cloud_name: import.meta.env.VITE_UPLOAD_CLOUD_NAME,
    upload_preset: import.meta.env.VITE_UPLOAD_PRESET,
  }
  return send(import.meta.env.VITE_UPLOAD_URL, picture, { fields, stalledMs: 30_000, ...options })
}

/**
 * Keep a picture on this device and give its address there.
 * @throws HttpError when the API refuses, NoWorkerError when there is none, and SessionOverError
 */
export async function keepOnDevice(picture: Blob, options: UploadOptions = {}): Promise<string> {
  const sending = { authorization: token.read(), ...options }
  if (import.meta.env.VITE_API_URL) {
    const secure_url = await sendToApi(onServer('/api/uploads'), picture, sending)
    return forPage({ secure_url }).secure_url
  }
  await workerControl()
  return sendToApi('/api/uploads', picture, sending)
}

function sendToApi(...sent: Parameters<typeof send>): Promise<string> {
  return send(...sent).catch(async (error) => {
    await throwIfSessionOver(error)
    throw error
  })
}

type Sending = UploadOptions & {
  fields?: Record<string, string>
  authorization?: string
  /** Give up when nothing more is sent for so long: a phone between two masts has open ends. */
  stalledMs?: number
}

/** With XMLHttpRequest, since fetch does not tell how far it is. */
function send(url: string, picture: Blob, options: Sending): Promise<string> {
  const { fields = {}, authorization, stalledMs, onProgress, signal } = options
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
    // All is sent: what the host does with it may take its time.
    xhr.upload.onload = () => clearTimeout(stalled)
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.onabort = () => fail(signal?.aborted ? 'Request aborted' : 'Network Error')
    xhr.onerror = () => fail('Network Error')
    xhr.onload = () => {
      const { status, statusText, response: data } = xhr
      const response = { data, status, statusText, headers: {}, config }
      const address: unknown = data?.secure_url
      if (status >= 200 && status < 300 && typeof address === 'string') resolve(address)
      else reject(new HttpError(`Request failed with status code ${status}`, config, response))
    }
    xhr.onloadend = () => clearTimeout(stalled)
    xhr.open('POST', url)
    xhr.responseType = 'json'
    if (authorization) xhr.setRequestHeader('authorization', authorization)
    xhr.send(form)
    watch()
  })
}
