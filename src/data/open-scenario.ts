import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { token } from '../client/session.ts'
import type { Body } from '../contract/calls.ts'
import { forgetDrafts } from './drafts/draft-store.ts'
import { forgetCache } from './persisted-cache.ts'

type Opening = { body: Body<'POST /api/mock/reset'>; userId: string }

/**
 * Replace all data and settings, log in as `body.viewer` or out, and load the app. The drafts of the user are removed.
 * @throws HttpError 400 if the body does not fit this version of the app; nothing is changed then
 */
export const openScenario = mutationOptions({
  mutationFn: async ({ body, userId }: Opening) => {
    const { encodedToken } = await call('POST /api/mock/reset', {
      body: { ...body, settings: body.settings ?? true },
    })
    forgetCache()
    if (encodedToken) token.save(encodedToken)
    else token.forget()
    await forgetDrafts(userId).catch(() => undefined)
    location.replace(import.meta.env.BASE_URL + (encodedToken ? 'homePage' : ''))
  },
})
