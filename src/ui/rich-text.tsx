import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { textParts } from '../contract/text-parts.ts'

type Props = {
  text: string
  /** Renders the name of a user, given without "@" and as typed. By default it is plain text. */
  renderName?: (name: string, typed: string) => ReactNode
}

/** Text that a user typed: keeps line breaks, turns URLs and tags into links, and never renders HTML. */
export function RichText({ text, renderName = (_, typed) => typed }: Props) {
  return (
    <p dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
      {textParts(text).map((part, index) => {
        const { type, text } = part
        const href = type === 'url' ? hrefOf(text) : ''
        if (type === 'text' || (href && !URL.canParse(href))) return text
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        if (type === 'name') return <Fragment key={index}>{renderName(text, part.typed)}</Fragment>
        return href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Link key={index} to="/explore" search={{ q: text } as object}>
            {text}
          </Link>
        )
      })}
    </p>
  )
}

function hrefOf(url: string): string {
  return /^w/i.test(url) ? `https://${url}` : url
}
