import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { directionOf } from '../contract/direction.ts'
import { textParts } from '../contract/text-parts.ts'
import styles from './rich-text.module.css'

type Props = {
  text: string
  /** Renders the name of a user, given without "@" and as typed. By default it is plain text. */
  renderName?: (name: string, typed: string) => ReactNode
}

/**
 * Text that a user typed: keeps line breaks, turns URLs and tags into links, and never renders HTML. The words of each line decide its
 * direction, not the names and addresses in it.
 */
export function RichText({ text, renderName = (_, typed) => typed }: Props) {
  return (
    <p dir="auto" className={styles.text}>
      {textParts(text).map((part, index) => {
        const { type, text } = part
        const href = type === 'url' ? hrefOf(text) : ''
        if (type === 'text' || (href && !URL.canParse(href))) return text
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        if (type === 'name') return <bdi key={index}>{renderName(text, part.typed)}</bdi>
        return href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} dir="ltr" href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Link key={index} to="/explore" search={{ q: text } as object} style={keptTogether(text)}>
            {text}
          </Link>
        )
      })}
    </p>
  )
}

/** The sign of a tag stays at its word. */
function keptTogether(tag: string): CSSProperties {
  return { unicodeBidi: 'embed', direction: directionOf(tag) }
}

function hrefOf(url: string): string {
  return /^w/i.test(url) ? `https://${url}` : url
}
