import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { toast } from '../../../ui/toast.ts'
import { authorizationOf } from '../response/use-exchange.ts'
import styles from './request.module.css'
import { encodeRequest } from './request-link.ts'
import { type TesterRequest, usernameOf } from './tester-request.ts'
import { type SentRequest, toCurl, toFetch, toPlaywright, toSentRequest } from './to-code.ts'

type Props = {
  request: TesterRequest
  /** The status of the last response, which the Playwright test expects. */
  status?: number
}

/** Copies the request as a command, as code, or as a link. */
export function CopyBar({ request, status = 200 }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const username = usernameOf(request.auth) as keyof typeof seedPasswords | undefined
  const user = username && { username, password: seedPasswords[username] }

  const code = async (write: (sent: SentRequest) => string) =>
    write(toSentRequest(request, await authorizationOf(request.auth, client)))
  const kinds: Record<string, () => Promise<string>> = {
    curl: () => code(toCurl),
    fetch: () => code(toFetch),
    'Playwright test': () => code((sent) => toPlaywright(sent, { status, user })),
    link: async () => {
      const { href } = router.buildLocation({ to: '/mock', search: encodeRequest(request) })
      return new URL(href, location.origin).href
    },
  }

  function copy(kind: string, text: Promise<string>) {
    copyText(text).then(
      () => toast('success', `Copied as ${kind}`),
      (error) => {
        console.error(error)
        toast('error', 'Could not copy')
      },
    )
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
          onClick={() => copy(kind, write())}
        >
          {kind}
        </button>
      ))}
    </div>
  )
}

/** Takes a promise because Safari allows a clipboard write only synchronously in the click handler. */
function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
