import { writeFileSync } from 'node:fs'
import type { GenericSchema } from 'valibot'
import { accountCalls } from '../../src/contract/account.ts'
import { authCalls } from '../../src/contract/auth.ts'
import type { Call, CallTable } from '../../src/contract/call.ts'
import { commentCalls } from '../../src/contract/comments.ts'
import { controlCalls } from '../../src/contract/controls.ts'
import { notificationCalls } from '../../src/contract/notifications.ts'
import { postCalls } from '../../src/contract/posts.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { uploadCalls } from '../../src/contract/uploads.ts'
import { userCalls } from '../../src/contract/users.ts'
import { anchorOf } from '../markdown.ts'
import { introduction } from './api-introduction.ts'
import { namedSchemas } from './schemas.ts'
import { definitionText, typeText } from './type-text.ts'

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
    '## All calls',
    ['| | |', '| --- | --- |', ...Object.entries(sections).map(overview)].join('\n'),
    ...Object.entries(sections).flatMap(([title, calls]) => [
      `## ${title}`,
      ...Object.entries(calls).map(([name, call]) => section(name, call)),
    ]),
    '## Shapes',
    ...Object.entries(namedSchemas).map(
      ([name, schema]) => `### ${name}\n\n${code(definitionText(schema))}`,
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

function overview([title, calls]: [string, CallTable]): string {
  const links = Object.keys(calls).map((name) => `[\`${name}\`](#${anchorOf(name)})`)
  return `| ${title} | ${links.join('<br>')} |`
}

function section(name: string, call: Call): string {
  const { auth, paged, searched, form, binary, status, body, reply } = call
  return [
    `### ${name}`,
    call.summary,
    ...(auth ? ["Needs the viewer's [token](#tokens)."] : []),
    ...(paged ? ['Can be asked for [in pages](#pages).'] : []),
    ...(searched
      ? [
          `With \`?search=\`: only those with this text in their ${searched}, whatever the case. It has at most ${TEXT_LIMITS.search} characters.`,
        ]
      : []),
    ...(body ? [`${form ? 'Form' : 'Body'}${shape(body)}`] : []),
    ...exampleText(call),
    `Answer ${status}${binary ? BYTES : shape(reply)}`,
    ...refusalTable(call),
  ].join('\n\n')
}

const BYTES = ' with the bytes, or 302 with the `Location` where they are now.'

function shape(schema: GenericSchema): string {
  const text = typeText(schema)
  const named = Object.keys(namedSchemas).filter((name) => RegExp(`\\b${name}\\b`).test(text))
  const links = named.map((name) => `[${name}](#${anchorOf(name)})`).join(', ')
  return text === named[0] ? ` is a ${links}.` : `${links && ` with ${links}`}:\n\n${code(text)}`
}

function exampleText({ example }: Call): string[] {
  return example ? [`For example:\n\n\`\`\`json\n${JSON.stringify(example)}\n\`\`\``] : []
}

/** The errors of this call alone: the introduction has those of all. */
function refusalTable({ refuses = [] }: Call): string[] {
  if (refuses.length === 0) return []
  const rows = refuses.map(({ status, text }) => `| ${status} | \`${JSON.stringify(text)}\` |`)
  return [['| Refuses with | `error[0]` |', '| --- | --- |', ...rows].join('\n')]
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}

if (import.meta.main) {
  writeFileSync(new URL('../../docs/api.md', import.meta.url), apiReference())
}
