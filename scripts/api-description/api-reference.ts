import { writeFileSync } from 'node:fs'
import type { GenericSchema } from 'valibot'
import { accountCalls } from '../../src/contract/account.ts'
import { authCalls } from '../../src/contract/auth.ts'
import type { Call, CallTable } from '../../src/contract/call.ts'
import { commentCalls } from '../../src/contract/comments.ts'
import { controlCalls } from '../../src/contract/controls.ts'
import { notificationCalls } from '../../src/contract/notifications.ts'
import { postCalls } from '../../src/contract/posts.ts'
import { uploadCalls } from '../../src/contract/uploads.ts'
import { userCalls } from '../../src/contract/users.ts'
import { anchorOf } from '../markdown.ts'
import { introduction, missing } from './api-introduction.ts'
import { namedShapes, namedValues } from './names.ts'
import { definitionText, ownRulesOf, typeText } from './type-text.ts'

const sections: Record<string, CallTable> = {
  Auth: authCalls,
  Users: userCalls,
  Posts: postCalls,
  Comments: commentCalls,
  Notifications: notificationCalls,
  'Own data': accountCalls,
  Uploads: uploadCalls,
  'Controls of the mock': controlCalls,
}

/** The API reference, `docs/api.md`, generated from the contract. `npm run docs:api` writes it. */
export function apiReference(): string {
  const parts = [
    introduction,
    ...Object.entries(sections).flatMap(([title, calls]) => [
      `## ${title}`,
      ...Object.entries(calls).map(([name, call]) => section(name, call)),
    ]),
    '## Values',
    ['| | |', '| --- | --- |', ...Object.entries(namedValues).map(valueRow)].join('\n'),
    '## Shapes',
    ...Object.entries(namedShapes).map(
      ([name, schema]) =>
        `### ${name}\n\n${name === 'Snapshot' ? SNAPSHOT : block(definitionText(schema))}`,
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

function section(name: string, call: Call): string {
  const { summary, auth, paged, searched, form, binary, status, body, reply, example } = call
  return [
    `### ${name}`,
    [
      summary,
      ...(auth ? ['Needs a [token](#tokens).'] : []),
      ...(paged ? ['Has [pages](#pages).'] : []),
      ...(searched ? [`\`?search=\` looks in ${searched}.`] : []),
    ].join(' '),
    ...(body ? [`${form ? 'Form' : 'Body'}${shape(body)}`] : []),
    ...(example ? [`Example: \`${JSON.stringify(example)}\``] : []),
    `Returns ${status}${binary ? BYTES : shape(reply)}`,
    ...errorLine(name, call),
  ].join('\n\n')
}

/** Its fields are written by programs alone. */
const SNAPSHOT =
  'All data of one version, as the export returns them. `GET /api/openapi.json` describes the fields.'

const BYTES = ' with the bytes, or 302 with the `Location` where they are now.'

function shape(schema: GenericSchema): string {
  const text = typeText(schema)
  if (text in namedShapes) return `: [\`${text}\`](#${anchorOf(text)})`
  return text.includes('\n') ? `:\n\n${block(text)}` : `: \`${text}\``
}

/** The errors of this call alone: the introduction has those of all, and of rows that do not exist. Equal lists are written once. */
function errorLine(name: string, call: Call): string[] {
  const own = ownErrors(call)
  if (own.length === 0) return []
  const calls = Object.values(sections).flatMap((table) => Object.entries(table))
  const [first = name] =
    calls.find(([, { refuses }]) => ownErrors({ refuses }).join() === own.join()) ?? []
  if (own.length > 1 && first !== name)
    return [`Errors: those of [\`${first}\`](#${anchorOf(first)})`]
  return [`Errors: ${own.join(', ')}`]
}

function ownErrors({ refuses = [] }: Pick<Call, 'refuses'>): string[] {
  const own = refuses.filter((error) => !missing.includes(error))
  return own.map(({ status, text }) => `${status} \`${JSON.stringify(text)}\``)
}

const DEFECT = "one of the [planted defects](testers.md#planted-defects), such as `'page-border'`"

function valueRow([name, schema]: [string, GenericSchema]): string {
  if (name === 'Defect') return `| \`${name}\` | ${DEFECT} |`
  const [type, ...rules] = [definitionText(schema), ...ownRulesOf(schema)]
  const text = type
    .split(' | ')
    .map((one) => `\`${one}\``)
    .join(', ')
  return `| \`${name}\` | ${[text, ...rules].join('; ')} |`
}

function block(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}

if (import.meta.main) {
  writeFileSync(new URL('../../docs/api.md', import.meta.url), apiReference())
}
