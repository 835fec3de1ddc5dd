const LINK = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]}']/gi

/** Text that a user typed: keeps line breaks, turns URLs into links, and never renders HTML. */
export function RichText({ text }: { text: string }) {
  return <p style={{ whiteSpace: 'pre-wrap' }}>{withLinks(text)}</p>
}

function withLinks(text: string) {
  const parts = []
  let from = 0
  for (const { 0: url, index } of text.matchAll(LINK)) {
    parts.push(text.slice(from, index))
    parts.push(
      <a key={index} href={url} target="_blank" rel="noreferrer">
        {url}
      </a>,
    )
    from = index + url.length
  }
  parts.push(text.slice(from))
  return parts
}
