import { AT, BORDER, mentionOf } from '../../contract/text-parts.ts'

/** A mention that is being typed: the text after "@", and the place of the "@". */
export type TypedMention = { name: string; start: number }

/** The same border before "@" as in `textParts`. A name with spaces begins with a quotation mark. */
const TYPED = new RegExp(
  `${BORDER}${AT}(?:"(?<quoted>[^"\\n]{0,100})|(?<name>[^\\s@＠"]{0,100}))$`,
  'u',
)

/** The mention that ends at the caret, if one does. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const match = TYPED.exec(text.slice(0, caret))
  if (!match) return undefined
  const { quoted, name = quoted ?? '' } = match.groups ?? {}
  return { name, start: match.index }
}

/** The text that completes a mention, before this rest of the text. */
export function mentionBefore(after: string, username: string): string {
  return mentionOf(username) + (/^\s/.test(after) ? '' : ' ')
}
