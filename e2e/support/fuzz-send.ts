import type { Page } from 'playwright/test'
import type { FuzzRequest } from './fuzz-requests.ts'

/** The outcome of a request; `defect` describes a reply that must never happen. */
export type FuzzOutcome = { status: number; defect?: string; text: string }

/** Sends requests from the page to its worker, several at a time, and checks every reply. */
export function sendAll(page: Page, requests: FuzzRequest[]): Promise<FuzzOutcome[]> {
  return page.evaluate(async (requests) => {
    /** No call takes a tenth of that: longer means that it hangs. */
    const HANGS_MS = 45_000

    function bodyOf({ body }: FuzzRequest): BodyInit | undefined {
      if (!body) return undefined
      if ('text' in body) return body.text
      if ('bytes' in body) return new Uint8Array(body.bytes)
      if ('times' in body) return body.start + body.repeated.repeat(body.times) + body.end
      const form = new FormData()
      for (const [name, value] of body.form) {
        form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
      }
      return form
    }

    function defectOf({ status, headers }: Response, method: string, text: string) {
      const type = headers.get('content-type') ?? ''
      if (/html/.test(type) || /^\s*<!doctype/i.test(text)) return 'an HTML answer'
      if (status >= 500) return 'a failure of the server'
      if (status < 400 || (method === 'HEAD' && text === '')) return undefined
      if (!type.startsWith('application/json')) return `an error as ${type}`
      const { error } = JSON.parse(text)
      const isShape =
        Array.isArray(error) &&
        error.length > 0 &&
        error.every((one) => one && typeof one === 'string')
      return isShape ? undefined : 'an error of another shape'
    }

    async function sendOne(request: FuzzRequest): Promise<FuzzOutcome> {
      const { method, path, headers } = request
      try {
        const signal = AbortSignal.timeout(HANGS_MS)
        const answer = await fetch(path, { method, headers, body: bodyOf(request), signal })
        const text = await answer.text()
        const defect = defectOf(answer, method, text)
        return { status: answer.status, text: text.slice(0, 300), ...(defect && { defect }) }
      } catch (error) {
        return { status: 0, text: String(error), defect: 'no answer, or one that is no JSON' }
      }
    }

    const outcomes: FuzzOutcome[] = []
    let next = 0
    const lane = async () => {
      for (let at = next++; at < requests.length; at = next++) {
        const request = requests[at]
        if (request) outcomes[at] = await sendOne(request)
      }
    }
    await Promise.all(Array.from({ length: 12 }, lane))
    return outcomes
  }, requests)
}
