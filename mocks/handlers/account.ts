import type { accountCalls } from '../../src/contract/account.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { exportAccount } from '../domain/export-account.ts'
import { beginRemoval, continueRemoval } from '../domain/remove-account.ts'
import { expireNow, type RemovedAccount } from '../store/expiry.ts'
import type { Handlers } from './handler.ts'

/** Steps of a removal that its call does. Later writes do the rest of a large one. */
const STEPS = 20

export const accountHandlers: Handlers<keyof typeof accountCalls> = {
  'GET /api/account/export': ({ tx, viewer }) => exportAccount(tx, viewer),

  async 'POST /api/account/delete'({ tx, viewer, body, prepared: matching }) {
    // The password may have been changed since it was compared.
    if (matching !== viewer.password) throw new ApiError(apiErrors.wrongPassword)
    const { keepPosts = false } = body
    let left: RemovedAccount | undefined = await beginRemoval(tx, viewer, { keepPosts })
    for (let step = 0; left && step < STEPS; step++) left = await continueRemoval(tx, left)
    if (left) expireNow(tx, left)
    return { deletedUser: viewer._id }
  },
}
