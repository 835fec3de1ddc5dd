import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { copyText } from '../copy-text.ts'
import { CODE_FORMATS, writeExport } from '../exports/formats.ts'
import type { Answer } from '../response/exchange.ts'
import shared from '../tester.module.css'
import styles from './request.module.css'
import { encodeRequest } from './request-link.ts'
import type { TesterRequest } from './tester-request.ts'

type Props = {
  request: TesterRequest
  /** The last response, whose status the Playwright test expects. */
  answer?: Answer
  /** The username of the signed-in user, if any. */
  viewer?: string
}

/** Copies the request as a command, as code, or as a link. */
export function CopyBar({ request, answer, viewer }: Props) {
  const router = useRouter()
  async function link(): Promise<string> {
    const { href } = router.buildLocation({ to: '/mock', search: encodeRequest(request) })
    return new URL(href, location.origin).href
  }
  return (
    <div className={styles.bar}>
      <span className={shared.facts} aria-hidden="true">
        <Copy size={16} /> Copy as
      </span>
      {[...CODE_FORMATS, 'link' as const].map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.kind}
          aria-label={`Copy as ${kind}`}
          onClick={() =>
            copyText(
              kind === 'link' ? link() : writeExport(kind, [{ request, answer }], viewer),
              `Copied as ${kind}`,
            )
          }
        >
          {kind}
        </button>
      ))}
    </div>
  )
}
