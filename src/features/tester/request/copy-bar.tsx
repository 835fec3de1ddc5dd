import { copyAndSay } from '../copy-text.ts'
import { CODE_FORMATS, writeExport } from '../formats/formats.ts'
import type { Answer } from '../response/exchange.ts'
import { type Known, toCopied } from '../saved/copied.ts'
import shared from '../tester.module.css'
import { useLink } from '../use-link.ts'
import styles from './request.module.css'
import { encodeRequest } from './request-link.ts'
import type { Sendable } from './request-model.ts'

type Props = {
  request: Sendable
  /** The last response, whose status the Playwright test expects. */
  answer?: Answer
  /** The username of the signed-in user, if any. */
  viewer?: string
  /** What references stand for now. */
  known: () => Known
}

/** Copies the request as a command, as code, or as a link. */
export function CopyBar({ request, answer, viewer, known }: Props) {
  const link = useLink()
  async function textOf(kind: (typeof CODE_FORMATS)[number] | 'link'): Promise<string> {
    if (kind === 'link') return link({ search: encodeRequest(request) })
    const { recorded, values } = toCopied(request, answer, known())
    return (await writeExport(kind, recorded, { viewer, values })).text
  }
  return (
    <div className={styles.bar}>
      <span className={shared.quiet} aria-hidden="true">
        Copy as
      </span>
      <span className={styles.kinds}>
        {[...CODE_FORMATS, 'link' as const].map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            aria-label={`Copy as ${kind}`}
            onClick={() => copyAndSay(textOf(kind), `Copied as ${kind}`)}
          >
            {kind.replace(' test', '')}
          </button>
        ))}
      </span>
    </div>
  )
}
