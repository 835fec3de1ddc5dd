import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasControls } from '../../pwa/club.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/screen.tsx'
import { shortcutsListed, useShortcuts } from '../../ui/shortcuts.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { ApiList } from './api-list/api-list.tsx'
import { useChooseEndpoint } from './api-list/choose-endpoint.ts'
import { type Endpoint, isFormCall } from './api-list/endpoints.ts'
import { Controls } from './controls/controls.tsx'
import { ServeResponse } from './controls/rule-controls.tsx'
import { addToHistory, type HistoryEntry } from './history/history.ts'
import { HistoryList } from './history/history-list.tsx'
import { Panel } from './parts.tsx'
import { CopyBar } from './request/copy-bar.tsx'
import { formAtStart, keepForm } from './request/kept-form.ts'
import {
  isSendable,
  methodProblem,
  type Sendable,
  toForm,
  toRequest,
  withSentBody,
} from './request/request-model.ts'
import { RequestPanel } from './request/request-panel.tsx'
import { useLinkedRequest } from './request/request-summary.tsx'
import { ResponsePanel } from './response/response-panel.tsx'
import { useExchange } from './response/use-exchange.ts'
import { CheckResults } from './saved/check-results.tsx'
import { SavedLink } from './saved/import-dialog.tsx'
import type { SavedRequest } from './saved/saved.ts'
import { sentRequests } from './saved/saved.ts'
import { SavedList } from './saved/saved-list.tsx'
import { useRuns } from './saved/use-runs.ts'
import { useSaving } from './saved/use-saving.tsx'
import { ScenarioLink } from './scenario/scenario-dialog.tsx'
import styles from './tester.module.css'

/** The place of the controls among the tools. */
const MOCK_TAB = 3

type Props = {
  /** The initial request of the form. */
  initial: Sendable
  /** The initial request came from a link. */
  isLinked: boolean
  /** The username of the signed-in user, if any. */
  viewer?: string
}

/** The request tester (R14.1): a request, its response, and tools for both. */
export function Tester({ initial, isLinked, viewer }: Props) {
  const [form, setForm] = useState(() => formAtStart(initial))
  useEffect(() => keepForm(form), [form])
  const { mutate: addEntry } = useMutation(addToHistory)
  const { last, isPending, send, cancel, show, refuse, mark, edit } = useExchange(addEntry)
  const runs = useRuns({ send, refuse, cancel })
  const saving = useSaving({ runs, last, mark })
  const linked = useLinkedRequest(isLinked, viewer)
  const choose = useChooseEndpoint({ auth: form.auth, viewer, onForm: setForm })
  const [file, setFile] = useState<File>()
  const [openedId, setOpenedId] = useState<string>()
  const location = useLocation()
  const [tab, setTab] = useState(location.hash === 'report' ? MOCK_TAB : 0)
  useEffect(() => {
    if (location.hash === 'report' && !location.state.isGuard) setTab(MOCK_TAB)
  }, [location])
  const requestBar = useRef<HTMLDivElement>(null)
  const responseArea = useRef<HTMLDivElement>(null)

  function submit() {
    linked.confirm(toRequest(form), 'Send', () => {
      setForm(withSentBody)
      runs.submit(toRequest(form), isFormCall(form) ? file : undefined)
      reveal(responseArea.current)
    })
  }
  function save() {
    // It would be saved with a body that is not on the screen.
    if (form.bodyError && form.method !== 'GET') {
      flushSync(() => setForm({ ...form, part: 'Body' }))
      requestBar.current?.closest('form')?.querySelector('textarea')?.focus()
    } else linked.confirm(toRequest(form), 'Save', () => saving.save(toRequest(form), { openedId }))
  }
  function open(saved: SavedRequest) {
    const { request } = sentRequests(runs.list).get(saved.id) ?? saved
    if (!isSendable(request)) return toast('info', methodProblem(request.method))
    setForm(({ part }) => ({ ...toForm(request), part }))
    setOpenedId(saved.id)
    const { exchange } = runs.outcomes.get(saved.id) ?? {}
    if (exchange) show(exchange)
    reveal(requestBar.current)
  }
  function fill(endpoint: Endpoint) {
    choose(endpoint)
    setOpenedId(undefined)
    reveal(requestBar.current)
  }
  function reopen(entry: HistoryEntry) {
    setForm(({ part }) => ({ ...toForm(entry.request), part }))
    setOpenedId(undefined)
    show(entry)
    reveal(requestBar.current)
  }
  useShortcuts({ send: submit, cancel })

  return (
    <>
      <div className={styles.head}>
        <PageHeading title="Request tester" />
        <div className={styles.headActions}>
          <Link to="/mock/lab" className={buttonClass()}>
            Sync lab
          </Link>
          <IconButton label="Keyboard shortcuts" onClick={() => shortcutsListed.set(true)}>
            <Keyboard size={22} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className={styles.columns}>
        <RequestPanel
          bar={requestBar}
          form={form}
          onForm={setForm}
          viewer={viewer}
          isPending={isPending}
          onSubmit={submit}
          onCancel={cancel}
          file={file}
          onFile={setFile}
          isLinked={!linked.isSeen}
          actions={<Button onClick={save}>Save</Button>}
        >
          <CopyBar
            request={toRequest(form)}
            answer={last?.answer}
            viewer={viewer}
            known={runs.known}
          />
        </RequestPanel>
        <div ref={responseArea} className={styles.response} data-own-keys>
          <ResponsePanel
            exchange={last}
            isPending={isPending}
            onEdit={edit}
            actions={hasControls && <ServeResponse exchange={last} />}
            extras={saving.extras}
            onExpect={saving.expect}
            checks={
              last?.saved && <CheckResults results={runs.outcomes.get(last.saved)?.results ?? []} />
            }
          />
        </div>
        <div className={styles.tools}>
          <Panel title="Tools" hideTitle>
            <Tabs
              label="Tools"
              selected={tab}
              onSelect={setTab}
              tabs={[
                { label: 'API', content: <ApiList onChoose={fill} /> },
                { label: 'History', content: <HistoryList viewer={viewer} onOpen={reopen} /> },
                {
                  label: 'Saved',
                  content: <SavedList viewer={viewer} runs={runs} onOpen={open} />,
                },
                ...(hasControls ? [{ label: 'Mock', content: <Controls /> }] : []),
              ]}
            />
          </Panel>
        </div>
      </div>
      <ScenarioLink />
      <SavedLink />
      {saving.dialog}
      {linked.dialog}
    </>
  )
}

/** Scrolls to a section whose start is out of view. On a phone, the sections are in one column. */
function reveal(section: HTMLElement | null): void {
  const top = section?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > window.innerHeight * 0.6) section?.scrollIntoView({ block: 'start' })
}
