/** A piece of a text: plain text, a URL, the name of a user without "@", or a tag with its "#". */
export type TextPart = { type: 'text' | 'url' | 'name' | 'tag'; text: string }

/*
 * A URL ends before punctuation that closes a sentence. A name or a tag is not a part of a word, of an e-mail
 * address or of a path. Without the flag `i`, with which V8 needs three times as long to compile the classes.
 */
const PARTS =
  /(?<url>\b(?:[hH][tT]{2}[pP][sS]?:\/\/|(?<![\p{L}\p{N}_@#/.&-])[wW]{3}\.)[^\s<>"]+[^\s<>".,:;!?)\]}'])|(?<![\p{L}\p{N}_@#/.&])(?:@(?<name>[\p{L}\p{N}_](?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}_])?)|(?<tag>#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*))/gu

/** The address of a URL in a text, which may lack its scheme: "www.example.com". */
export function hrefOf(url: string): string {
  return /^www\./i.test(url) ? `https://${url}` : url
}

/** Splits a text that a user typed into parts. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index, groups = {} } of text.matchAll(PARTS)) {
    const { url, name, tag } = groups
    if (url && !URL.canParse(hrefOf(url))) continue
    if (index > from) parts.push({ type: 'text', text: text.slice(from, index) })
    if (url) parts.push({ type: 'url', text: url })
    else if (name) parts.push({ type: 'name', text: name })
    else if (tag) parts.push({ type: 'tag', text: tag })
    from = index + match.length
  }
  if (from < text.length) parts.push({ type: 'text', text: text.slice(from) })
  return parts
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
