import { WORD } from './words.ts'

/**
 * A piece of a text: plain text, a URL, which may lack its scheme ("www.example.com") or have a host that cannot be, a tag with its "#",
 * or the name of a user, without "@" and quotes: `typed` has them.
 */
export type TextPart =
  | { type: 'text' | 'url' | 'tag'; text: string }
  | { type: 'name'; text: string; typed: string }

/** Scripts without spaces between words: a word can end at each of their letters. */
const SPACELESS = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/**
 * Before a name or a tag, which is not a part of a word, of an e-mail address or of a path (R4.27). A mark of an emoji is not a word.
 */
export const BORDER = String.raw`(?<!(?![\ufe0f\u20e3${SPACELESS}])[${WORD}_@#＠＃/.&])`
/** Japanese keyboards have a wide one. */
export const AT = '[@＠]'

/** Punctuation that closes a sentence or a quotation, in all scripts. */
const CLOSING = String.raw`\p{Term}\p{QMark}…—`
/** In a URL: of other scripts than ASCII without what closes, because a sentence may go on without a space. */
const SIGN = String.raw`(?:[!#-'*-;=?-Z\\^-~\u200c\u200d]|[^\0-\x7f\s\p{Cf}\p{Ps}\p{Pe}${CLOSING}])`

/*
 * A URL, a name in quotes, a name, or a tag. A URL has brackets in pairs, and ends before punctuation and signs of emphasis. A name
 * with spaces or other signs is in quotes: @"Mad Max". Without the flag `i`, with which V8 needs three times as long to compile the classes.
 */
const PARTS = new RegExp(
  String.raw`((?<![^\W_])(?:[hH][tT]{2}[pP][sS]?://|(?<![${WORD}@#/.&-])[wW]{3}\.)(?:${SIGN}|\(${SIGN}*\)|\[${SIGN}*\])+(?<![*~\x60|}${CLOSING}]|(?![!-~])\p{P}))|${BORDER}(?:${AT}(?:"([^"\n]{1,100})"|([\p{L}\p{N}_](?:[${WORD}_.@-]*[${WORD}_])?))|[#＃](?!\p{M})[${WORD}_]*\p{L}[${WORD}_]*)`,
  'gu',
)

/** Splits a text that a user typed into parts. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const found of text.matchAll(PARTS)) {
    const { index } = found
    const [match, link, quoted, name = quoted] = found
    // A sign of emphasis that some addresses end with.
    const url = link?.replace(text[index - 1] === '_' ? /(?<!_)_+$/ : '', '')
    if (index > from) parts.push({ type: 'text', text: text.slice(from, index) })
    if (name) parts.push({ type: 'name', text: name, typed: match })
    else parts.push({ type: url ? 'url' : 'tag', text: url ?? match })
    from = index + (url ?? match).length
  }
  if (from < text.length) parts.push({ type: 'text', text: text.slice(from) })
  return parts
}

/** How a text names a user, so that {@link textParts} finds the name again; `undefined` for a name with a quotation mark. */
export function mentionOf(username: string): string | undefined {
  return [`@${username}`, `@"${username}"`].find((mention) => {
    const [part] = textParts(mention)
    return part?.type === 'name' && part.text === username
  })
}

/** Texts up to this many characters and lines are shown in full. */
const LONG = { characters: 1000, lines: 16 }

/** Returns the beginning of a long text, cut between two words of any script and not in a link; `undefined` if the text is short. */
export function excerpt(text: string): string | undefined {
  const lines = text.split('\n', LONG.lines).join('\n')
  if (lines.length <= LONG.characters) return lines.length < text.length ? lines : undefined
  const start = lines.slice(0, 2 * LONG.characters)
  const borderOf = (granularity: 'word' | 'grapheme') =>
    new Intl.Segmenter(undefined, { granularity }).segment(start).containing(LONG.characters)
      ?.index ?? 0
  let end = 0
  for (const part of textParts(start)) {
    const next = end + ('typed' in part ? part.typed : part.text).length
    if (next > LONG.characters) {
      if (part.type === 'text') end = Math.max(end, borderOf('word'))
      break
    }
    end = next
  }
  // One long word or link is cut between two characters.
  return start.slice(0, end || borderOf('grapheme') || LONG.characters).trimEnd()
}
