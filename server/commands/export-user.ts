import { makeZip } from 'client-zip'
import { exportAccount } from '../../mocks/domain/export-account.ts'
import type { PictureFile } from '../../mocks/reports/reports.ts'
import { picturesOf } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { AccountExport } from '../../src/contract/account.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import type { Command, CommandContext } from './command.ts'
import { findUser } from './find-user.ts'

/** `export-user`: everything about an account, for its owner, as a zip of JSON and pictures. */
export const exportUser: Command = {
  usage: 'NAME [FILE]',
  summary: 'writes what is kept about NAME, as JSON and pictures, to a zip',
  names: [1, 2],
  async run(context, { names: [name, file] }) {
    const data = await context.server.database.read(async (tx) =>
      exportAccount(tx, await findUser(tx, name)),
    )
    const fileName = file ?? `${data.profile.username.replace(/[^\w.-]+/g, '-')}.zip`
    const { posts, comments } = data
    return {
      result: { file: fileName, posts: posts.length, comments: comments.length },
      text: `${fileName} has ${posts.length} posts and ${comments.length} comments.`,
      file: { name: fileName, bytes: makeZip(filesOf(context, data)) },
    }
  },
}

/** The files of the zip. Pictures are read one at a time. */
async function* filesOf(context: CommandContext, data: AccountExport) {
  yield { name: 'account.json', input: JSON.stringify(data, undefined, 2) }
  const rows = [data.profile, ...data.posts, ...data.comments]
  yield* pictureFiles(context, rows.flatMap(picturesOf))
}

export const readUpload = (tx: Transaction, url: string): Promise<PictureFile | undefined> =>
  tx.get('uploads', url.slice(UPLOADS.length))

/** The pictures at these addresses that are stored here, for a zip. */
export async function* pictureFiles(
  { server }: CommandContext,
  urls: readonly string[],
  read = readUpload,
) {
  for (const url of new Set(urls)) {
    const file = await server.database.read((tx) => read(tx, url))
    if (!file) continue
    const name = url.slice(UPLOADS.length)
    yield { name: `pictures/${name}.${file.type.split('/')[1]}`, input: file.bytes }
  }
}
