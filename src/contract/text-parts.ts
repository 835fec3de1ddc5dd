/**
 * A piece of a text: plain text, a URL, a tag with its "#", or the name of a user, without "@" and quotes: `typed` has them.
 */
export type TextPart =
  | { type: 'text' | 'url' | 'tag'; text: string }
  | { type: 'name'; text: string; typed: string }

/** Every runtime has it. */
declare const URL: { canParse: (url: string) => boolean }

/*
 * A URL ends before punctuation that closes a sentence. A name or a tag is not a part of a word, of an e-mail
 * address or of a path; with spaces or other signs, it is in quotes: @"Mad Max". Without the flag `i`, with which V8 needs three times as long to compile the classes.
 */
const PARTS =
  /(?<url>\b(?:[hH][tT]{2}[pP][sS]?:\/\/|(?<![\p{L}\p{N}_@#/.&-])[wW]{3}\.)[^\s<>"]+[^\s<>".,:;!?)\]}'])|(?<![\p{L}\p{N}_@#/.&])(?:@(?:"(?<quoted>[^"\n]{1,100})"|(?<name>[\p{L}\p{N}_](?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}_])?))|(?<tag>#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*))/gu

/** The address of a URL in a text, which may lack its scheme: "www.example.com". */
export function hrefOf(url: string): string {
  return /^www\./i.test(url) ? `https://${url}` : url
}

/** Splits a text that a user typed into parts. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index, groups = {} } of text.matchAll(PARTS)) {
    const { url, quoted, name = quoted, tag } = groups
    if (url && !URL.canParse(hrefOf(url))) continue
    if (index > from) parts.push({ type: 'text', text: text.slice(from, index) })
    if (url) parts.push({ type: 'url', text: url })
    else if (name) parts.push({ type: 'name', text: name, typed: match })
    else if (tag) parts.push({ type: 'tag', text: tag })
    from = index + match.length
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

/** Returns the beginning of a long text, cut between two words; `undefined` if the text is short. */
export function excerpt(text: string): string | undefined {
  const lines = text.split('\n', LONG.lines).join('\n')
  if (text.length <= LONG.characters && lines.length === text.length) return undefined
  const start = lines.slice(0, LONG.characters)
  const end = start.length < lines.length ? start.search(/\s\S*$/) : start.length
  // One long word, which must not be cut inside of an emoji.
  return end > 0 ? start.slice(0, end) : [...start].slice(0, -1).join('')
}
