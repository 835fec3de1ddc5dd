import { removeComment, removePost } from '../../mocks/domain/remove-content.ts'
import { decideReports } from '../../mocks/reports/report.ts'
import type { CommentRow, PostRow } from '../../mocks/store/tables.ts'
import { timestamp } from '../../mocks/store/timestamp.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { changeData } from './change-data.ts'
import type { Command, CommandContext } from './command.ts'
import { excerpt } from './format-output.ts'

const note = { note: { type: 'string' } } as const

/** `remove-post`: as its author would delete it. */
export const removePostCommand: Command = {
  usage: 'POST [--note TEXT]',
  summary: 'removes a post with its comments: its _id, id or address',
  options: note,
  names: [1, 1],
  async question({ server }, { names: [name] }) {
    return server.database.read(async (tx) => {
      const post = await findPost(tx, name)
      const [comments = 0] = await tx.counts.readGroups('comments', 'postId', [post._id])
      const shown = `the post of ${await authorOf(tx, post)}, ${shownText(post)}`
      return `Remove ${shown}${comments ? `, with ${countOf(comments, 'comment')}` : ''}?`
    })
  },
  run: (context, { names: [name], options }) =>
    changeData(context, async (tx) => {
      const post = await findPost(tx, name)
      const author = await authorOf(tx, post)
      const comments = await tx.listBy('comments', 'postId', post._id)
      await removePost(tx, post)
      const rows = [post, ...comments]
      const reports = await decideReports(tx, idsOf(rows), decision(tx, context, options.note))
      return output(`the post of ${author}`, { _id: post._id, author, reports })
    }),
}

/** `remove-comment`: as its author would delete it. */
export const removeCommentCommand: Command = {
  usage: 'COMMENT [--note TEXT]',
  summary: 'removes a comment: its _id or id',
  options: note,
  names: [1, 1],
  async question({ server }, { names: [name] }) {
    return server.database.read(async (tx) => {
      const comment = await findComment(tx, name)
      return `Remove the comment of ${await authorOf(tx, comment)}, ${shownText(comment)}?`
    })
  },
  run: (context, { names: [name], options }) =>
    changeData(context, async (tx) => {
      const comment = await findComment(tx, name)
      const author = await authorOf(tx, comment)
      await removeComment(tx, comment)
      const reports = await decideReports(tx, [comment._id], decision(tx, context, options.note))
      return output(`the comment of ${author}`, { _id: comment._id, author, reports })
    }),
}

/** @param name `_id`, `id`, or an address of the app */
async function findPost(tx: Transaction, name = ''): Promise<PostRow> {
  const id = /\/post\/([\w-]+)/.exec(name)?.[1] ?? name
  const post = await tx.get('posts', id)
  if (!post) throw new Error(`There is no post ${name}. It may have been removed already.`)
  return post
}

async function findComment(tx: Transaction, name = ''): Promise<CommentRow> {
  const comment = await tx.get('comments', name)
  if (comment) return comment
  throw new Error(
    `There is no comment ${name}. It may have been removed already. The command report shows the id of one that was reported.`,
  )
}

async function authorOf(tx: Transaction, { userId }: PostRow | CommentRow): Promise<string> {
  return (await tx.get('users', userId))?.username ?? 'nobody'
}

function decision(tx: Transaction, { action }: CommandContext, text?: string | boolean) {
  return {
    at: timestamp(tx.now),
    by: action.by,
    note: typeof text === 'string' ? text : undefined,
    removed: true,
  }
}

function output(what: string, result: { _id: string; author: string; reports: number }) {
  const { reports } = result
  const decided = reports ? ` That decides ${countOf(reports, 'report')}.` : ''
  return { result, text: `Removed ${what}.${decided}` }
}

function shownText({ content, imageUrl, images }: PostRow | CommentRow): string {
  const pictures = images?.length ?? (imageUrl ? 1 : 0)
  const text = content.trim() ? `“${excerpt(content)}”` : 'without a text'
  return pictures ? `${text}, with ${countOf(pictures, 'picture')}` : text
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function idsOf(rows: readonly { _id: string }[]): string[] {
  return rows.map(({ _id }) => _id)
}
