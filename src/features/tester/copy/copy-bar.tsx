import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { toast } from '../../../ui/toast.ts'
import { usernameOf } from '../request/auth-choice.ts'
import { authorizationOf } from '../request/authorization.ts'
import { encodeRequest } from '../request/request-link.ts'
import type { TesterRequest } from '../request/tester-request.ts'
import styles from './copy-bar.module.css'
import { outgoing } from './outgoing.ts'
import { toCurl } from './to-curl.ts'
import { toFetch } from './to-fetch.ts'
import { toPlaywright } from './to-playwright.ts'

type Props = {
  request: TesterRequest
  /** Of the last answer to it; what the Playwright test expects. */
  status?: number
}

/** Takes the request elsewhere: as a command, as code, or as a link. */
export function CopyBar({ request, status = 200 }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const username = usernameOf(request.auth) as keyof typeof seedPasswords | undefined
  const user = username && { username, password: seedPasswords[username] }

  const code = async (write: (out: ReturnType<typeof outgoing>) => string) =>
    write(outgoing(request, await authorizationOf(request.auth, client)))
  const kinds: Record<string, () => Promise<string>> = {
    curl: () => code(toCurl),
    fetch: () => code(toFetch),
    'Playwright test': () => code((out) => toPlaywright(out, { status, user })),
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
        toast('error', 'Could not be copied')
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

/** Safari wants to be asked in the click itself, before the text is there. */
function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
