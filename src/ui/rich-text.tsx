import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { hrefOf, textParts } from './text-parts.ts'

type Props = {
  text: string
  /** Renders the name of a user, given without "@". By default it is plain text. */
  renderName?: (name: string) => ReactNode
}

/** Text that a user typed: keeps line breaks, turns URLs and tags into links, and never renders HTML. */
export function RichText({ text, renderName = (name) => `@${name}` }: Props) {
  return (
    <p dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
      {textParts(text).map(({ type, text }, index) => {
        if (type === 'text') return text
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        if (type === 'name') return <Fragment key={index}>{renderName(text)}</Fragment>
        return type === 'url' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} href={hrefOf(text)} target="_blank" rel="noopener noreferrer nofollow">
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
