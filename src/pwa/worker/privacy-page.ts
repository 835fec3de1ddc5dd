/// <reference lib="webworker" />

import { PRIVACY_PATH } from '../../contract/privacy-path.ts'
import { findCached } from './find-cached.ts'

declare const self: ServiceWorkerGlobalScope

const CACHE = 'gearheads-privacy'

/** The privacy page of a club, which its server writes: the latest one, and without a network the one before. */
export async function privacyPage(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => undefined)
  if (response?.ok) await keep(response.clone()).catch(() => undefined)
  if (response) return response
  const kept = await findCached(PRIVACY_PATH, CACHE)
  return (
    kept ?? new Response(UNREACHABLE, { status: 503, headers: { 'Content-Type': 'text/plain' } })
  )
}

/** Caches it for the first time that there is no network. */
export async function keepPrivacyPage(): Promise<void> {
  const response = await fetch(PRIVACY_PATH)
  if (response.ok) await keep(response)
}

async function keep(response: Response): Promise<void> {
  await (await self.caches.open(CACHE)).put(PRIVACY_PATH, response)
}

const UNREACHABLE =
  'The privacy page comes from the club, which cannot be reached. Try again when you are online.'
