import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { visible } from '../format.ts'
import { MethodName } from '../parts.tsx'
import shared from '../tester.module.css'
import { shownAddress, warningsOf } from './address.ts'
import styles from './request.module.css'
import type { RequestModel, Sendable } from './request-model.ts'

type SummaryProps = {
  request: RequestModel
  /** The username of the signed-in user, if any. */
  viewer?: string
}

/** All of a request that somebody else has made: where it goes, in whose name, its headers and its body. */
export function RequestSummary({ request, viewer }: SummaryProps) {
  const { method, endpoint, headers, body } = request
  const sent = headers.filter(({ isUsed }) => isUsed)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return (
    <>
      <p>
        <MethodName method={method} /> <code className={shared.mono}>{shownAddress(endpoint)}</code>
      </p>
      {warningsOf(request, viewer).map((text) => (
        <p key={text} className={shared.error}>
          {text}
        </p>
      ))}
      <pre className={styles.sent}>
        {sent.map(({ header, value }) => `${visible(`${header}: ${value}`)}\n`).join('')}
        {hasBody && `\n${visible(body)}`}
      </pre>
    </>
  )
}

type Pending = { request: Sendable; action: 'Send' | 'Save'; proceed: () => void }

/**
 * A request that a link has filled in is neither sent nor saved before its address, headers and body have been shown
 * (R14.34): a form cuts long ones.
 * @returns `confirm`, which calls its last argument at once if there was no link, and the dialog to render
 */
export function useLinkedRequest(isLinked: boolean, viewer?: string) {
  const [isSeen, setIsSeen] = useState(!isLinked)
  const [pending, setPending] = useState<Pending>()
  const close = () => setPending(undefined)
  function confirm(request: Sendable, action: Pending['action'], proceed: () => void) {
    if (isSeen) proceed()
    else setPending({ request, action, proceed })
  }
  const dialog = pending && (
    <Dialog title={`${pending.action} the request of this link?`} onClose={close} focusTitle>
      <RequestSummary request={pending.request} viewer={viewer} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => {
            setIsSeen(true)
            close()
            pending.proceed()
          }}
        >
          {pending.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
  return { isSeen, confirm, dialog }
}
