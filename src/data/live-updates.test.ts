import { expect, onTestFinished, test } from 'vitest'
import { seedPasswords } from '../contract/seed-passwords.ts'
import { viewerQuery } from './auth.ts'
import { refresh } from './live-updates.ts'
import { openPage } from './testing/page.ts'

test.each(['changed', 'removed'] as const)(
  'the session ends at once when the account of the viewer is %s on another device (R3.15)',
  async (kind) => {
    const { api, client, me, calls, answer, rest, close } = await openPage()
    onTestFinished(close)
    const credentials = { username: 'mira', password: seedPasswords.mira }
    const { token } = await api.logIn(credentials)
    const body = { password: credentials.password, keepPosts: kind === 'changed' }
    expect((await api.call('POST /api/account/delete', { token, body })).error).toBeUndefined()
    // Nothing else: an account that has written nothing changes no other row.
    refresh(client, [{ table: 'users', kind, _id: me.user._id }])
    await rest()
    for (let call = calls[0]; call; call = calls[0]) await answer(call)
    expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
  },
)
