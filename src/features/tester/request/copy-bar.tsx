import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { isClub } from '../../../pwa/club.ts'
import { copyText } from '../copy-text.ts'
import { isOwnApi } from '../response/exchange.ts'
import { authorizationOf } from '../response/use-exchange.ts'
import styles from './request.module.css'
import { encodeRequest } from './request-link.ts'
import type { TesterRequest } from './tester-request.ts'
import {
  accountOf,
  toCurl,
  toFetch,
  toPlaywright,
  toPracticeCurl,
  toSentRequest,
} from './to-code.ts'

type Props = {
  request: TesterRequest
  /** The status of the last response, which the Playwright test expects. */
  status?: number
  /** The username of the signed-in user, if any. */
  viewer?: string
}

/** Copies the request as a command, as code, or as a link. */
export function CopyBar({ request, status = 200, viewer }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const isDevice = !isClub && isOwnApi(request.endpoint)

  /** The request for this browser, with its token. */
  const sent = async () => toSentRequest(request, await authorizationOf(request.auth, client))
  /** The request for another browser or server, with the account whose token it needs. A typed token stays. */
  function elsewhere() {
    const bare = toSentRequest(request, {})
    const viewerHere = isDevice ? viewer : undefined
    return {
      bare,
      account: bare.headers.authorization ? undefined : accountOf(request.auth, viewerHere),
    }
  }

  const kinds: Record<string, () => Promise<string>> = {
    curl: async () => {
      const { bare, account } = elsewhere()
      return isDevice ? toPracticeCurl(bare, account) : toCurl(await sent())
    },
    fetch: async () => toFetch(await sent()),
    'Playwright test': async () => {
      const { bare, account } = elsewhere()
      return toPlaywright(account ? bare : await sent(), { status, account, isDevice })
    },
    link: async () => {
      const { href } = router.buildLocation({ to: '/mock', search: encodeRequest(request) })
      return new URL(href, location.origin).href
    },
  }

  return (
    <div className={styles.bar}>
      <span className={styles.label} aria-hidden="true">
        <Copy size={16} /> Copy as
      </span>
      {Object.entries(kinds).map(([kind, write]) => (
        <button
          key={kind}
          type="button"
          className={styles.kind}
          aria-label={`Copy as ${kind}`}
          onClick={() => copyText(write(), `Copied as ${kind}`)}
        >
          {kind}
        </button>
      ))}
    </div>
  )
}
