import { scoped } from '../../../pwa/scoped.ts'
import { sessionStore } from '../../../pwa/web-storage.ts'
import { withoutSecrets } from '../redact.ts'
import { cleanParts } from './request-link.ts'
import {
  PARTS,
  parses,
  type RequestForm,
  type Sendable,
  toForm,
  toRequest,
  withBodyText,
} from './request-model.ts'

const KEY = scoped('gearheads-tester-form')
/** Longer ones would fill the store of the tab. */
const MAX_LENGTH = 500_000

/** Whether this load of the page is one of a form that was there before. */
const isReload = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** Keeps the form for a reload of this tab, without its secrets (R14.38). */
export function keepForm(form: RequestForm): void {
  const request = withoutSecrets(toRequest(form))
  // As typed: the request has the last valid body.
  const typed = form.bodyError && withoutSecrets({ ...request, body: form.bodyText }).body
  const text = JSON.stringify({ address: location.search, request, typed, part: form.part })
  if (text.length <= MAX_LENGTH) sessionStore.set(KEY, text)
}

/**
 * The form before a reload, once.
 * @param initial the request of the address, which a form of another address does not replace
 */
export function formAtStart(initial: Sendable): RequestForm {
  const text = isReload() ? sessionStore.get(KEY) : undefined
  sessionStore.remove(KEY)
  if (!text || !parses(text)) return toForm(initial)
  const { address, request, typed, part } = Object(JSON.parse(text))
  if (address !== location.search) return toForm(initial)
  const form = toForm(cleanParts({ ...request }))
  if (PARTS.includes(part)) form.part = part
  return typeof typed === 'string' ? withBodyText(form, typed) : form
}
