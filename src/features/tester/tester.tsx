import { useMutation } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Endpoint } from './api-list/endpoints.ts'
import { ServeResponse } from './controls/serve-response.tsx'
import { CopyBar } from './copy/copy-bar.tsx'
import { addToHistory } from './history/history.ts'
import type { HistoryEntry } from './history/history-store.ts'
import { RequestPanel } from './request/request-panel.tsx'
import { closeRequest, openRequest, type TesterRequest } from './request/tester-request.ts'
import { ResponsePanel } from './response/response-panel.tsx'
import { useExchange } from './response/use-exchange.ts'
import { reveal } from './reveal.ts'
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx'
import { useShortcuts } from './shortcuts/use-shortcuts.ts'
import { useSingleKeys } from './shortcuts/use-single-keys.ts'
import styles from './tester.module.css'
import { Tools } from './tools.tsx'
import { useChooseEndpoint } from './use-choose-endpoint.ts'

type Props = {
  /** What the form starts with. */
  initial: TesterRequest
  /** The username of who is signed in, if somebody is. */
  viewer?: string
}

/** The request tester (spec §2): a request, its response, and what helps with both. */
export function Tester({ initial, viewer }: Props) {
  const [form, setForm] = useState(() => openRequest(initial))
  const { mutate: keep } = useMutation(addToHistory)
  const { last, pending, send, cancel, show, edit } = useExchange(keep)
  const choose = useChooseEndpoint({ auth: form.auth, viewer, onForm: setForm })
  const [tool, setTool] = useState(0)
  const [helping, setHelping] = useState(false)
  const [single, setSingle] = useSingleKeys()
  const requestArea = useRef<HTMLDivElement>(null)
  const responseArea = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)

  function submit() {
    send(closeRequest(form))
    reveal(responseArea.current)
  }
  function searchApi() {
    flushSync(() => setTool(0))
    tools.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
  }
  function fill(endpoint: Endpoint) {
    choose(endpoint)
    reveal(requestArea.current)
  }
  function reopen(entry: HistoryEntry) {
    setForm(openRequest(entry.request))
    show(entry)
    reveal(requestArea.current)
  }
  useShortcuts({ send: submit, cancel, search: searchApi, help: () => setHelping(true) }, single)

  return (
    <>
      <div className={styles.head}>
        <PageHeading title="Request tester" />
        <IconButton label="Keyboard shortcuts" onClick={() => setHelping(true)}>
          <Keyboard size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.columns}>
        <div ref={requestArea} className={styles.request}>
          <RequestPanel
            form={form}
            onForm={setForm}
            viewer={viewer}
            pending={pending}
            onSubmit={submit}
            onCancel={cancel}
          >
            <CopyBar request={closeRequest(form)} status={last?.answer?.status} />
          </RequestPanel>
        </div>
        <div ref={responseArea} className={styles.response} data-response>
          <ResponsePanel
            exchange={last}
            pending={pending}
            onEdit={edit}
            actions={!import.meta.env.VITE_API_URL && <ServeResponse exchange={last} />}
          />
        </div>
        <div ref={tools} className={styles.tools}>
          <Tools chosen={tool} onChoose={setTool} onEndpoint={fill} onEntry={reopen} />
        </div>
      </div>
      {helping && (
        <ShortcutsDialog single={single} onSingle={setSingle} onClose={() => setHelping(false)} />
      )}
    </>
  )
}
