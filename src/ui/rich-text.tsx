import styles from './rich-text.module.css'

const LINK = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]}']/gi

/** Text as people typed it: line breaks kept, addresses as links, and never HTML. */
export function RichText({ text }: { text: string }) {
  return <p className={styles.text}>{withLinks(text)}</p>
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
