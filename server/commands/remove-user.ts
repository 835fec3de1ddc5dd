import { beginRemoval, continueRemoval } from '../../mocks/domain/remove-account.ts'
import { decideReportsOf } from '../../mocks/reports/report.ts'
import { expireNow, type RemovedAccount } from '../../mocks/store/expiry.ts'
import { timestamp } from '../../mocks/store/timestamp.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'
import { findUser } from './find-user.ts'

/** `remove-user`: an account with everything that belongs to it, in steps between which the club serves others. */
export const removeUser: Command = {
  usage: 'NAME [--keep-posts]',
  summary:
    'removes NAME with posts, comments, likes and pictures, or keeps the posts without a name',
  options: { 'keep-posts': { type: 'boolean' } },
  names: [1, 1],

  async question({ server }, { names: [name], options }) {
    return server.database.read(async (tx) => {
      const user = await findUser(tx, name)
      const posts = (await tx.listBy('posts', 'userId', user._id)).length
      const what = options['keep-posts']
        ? `Their ${posts} posts, and their comments, stay without their name`
        : `Their ${posts} posts and all their comments, likes and pictures go too`
      return `Remove ${user.username} (${user.firstName}, a member since ${user.createdAt.slice(0, 10)})? ${what}.`
    })
  },

  async run(context, { names: [name], options }) {
    const keepPosts = options['keep-posts'] === true
    let [username, left] = await changeData(context, async (tx) => {
      const user = await findUser(tx, name)
      const removal = await beginRemoval(tx, user, { keepPosts })
      const decision = { at: timestamp(tx.now), by: context.action.by, removed: true }
      await decideReportsOf(tx, user._id, { keepPosts }, decision)
      // If this process ends now, the next writes of others do the rest.
      expireNow(tx, removal)
      return [user.username, removal as RemovedAccount | undefined] as const
    })
    while (left) {
      const step: RemovedAccount = left
      left = await changeData(context, (tx) => continueRemoval(tx, step))
    }
    return { result: { username, keepPosts }, text: `${username} is removed.` }
  },
}
