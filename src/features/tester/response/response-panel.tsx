import { ListChecks } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useObjectUrl } from '../../../ui/files.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { saveFile, saveText } from '../../../ui/save-file.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { formatBytes, formatMs, indentJson } from '../format.ts'
import type { Path } from '../json-editor/json-path.ts'
import type { ExtraAction } from '../json-editor/use-editor.ts'
import { Panel, StatusBadge, toneOf } from '../parts.tsx'
import shared from '../tester.module.css'
import type { Answer, Exchange } from './exchange.ts'
import styles from './response.module.css'

type Props = {
  exchange?: Exchange
  isPending: boolean
  onEdit: (response: unknown) => void
  actions?: ReactNode
  /** Actions on a value, in addition to those of the tree. */
  extras: readonly ExtraAction[]
  /** Starts a check of a part of the response. */
  onExpect: (path: Path) => void
  /** The outcome of the checks. */
  checks?: ReactNode
}

/** The last response. It stays visible, dimmed, while the next request is pending. */
export function ResponsePanel(props: Props) {
  const { exchange, isPending, onEdit, actions, extras, onExpect, checks } = props
  return (
    <Panel title="Response" isBusy={isPending} actions={actions}>
      <div role="status" aria-label="Result">
        {isPending && (
          <p className={`${shared.quiet} ${styles.pending}`}>Waiting for the response…</p>
        )}
        {exchange && !isPending && <Summary exchange={exchange} />}
      </div>
      {!isPending && checks}
      <div className={styles.response} data-old={isPending || undefined}>
        {exchange?.response === undefined ? (
          <p className={shared.empty}>Response is undefined.</p>
        ) : (
          <ResponseView {...{ exchange, onEdit, extras, onExpect }} />
        )}
      </div>
    </Panel>
  )
}

/** For an exchange of the history whose response was not stored. */
const TOO_LARGE = 'The history keeps no responses over 200 kB, and none that are nested too deeply.'

function Summary({ exchange }: { exchange: Exchange }) {
  const { answer, timeMs, failure, reason, isCut } = exchange
  return (
    <div className={shared.stack}>
      <p className={shared.strip} data-tone={toneOf(exchange)}>
        <StatusBadge exchange={exchange} />
        <span title="Time from request to last byte">{formatMs(timeMs)}</span>
        {answer && <span title="Body size">{formatBytes(answer.bytes)}</span>}
      </p>
      {answer && failure && <p className={shared.error}>{failure}</p>}
      {reason && <p>{reason}</p>}
      {isCut && <p>{TOO_LARGE} Submit to get it again.</p>}
    </div>
  )
}

const JsonEditor = lazyPart(
  async () => (await import('../json-editor/json-editor.tsx')).JsonEditor,
  {
    loading: <p>Loading the tree…</p>,
    errorText: 'The tree could not be loaded. The Raw tab shows the response.',
  },
)

type ViewProps = Pick<Props, 'onEdit' | 'extras' | 'onExpect'> & { exchange: Exchange }

/** A response as an editable tree, as the raw body, and its headers. */
function ResponseView({ exchange, onEdit, extras, onExpect }: ViewProps) {
  const { response, answer, file } = exchange
  const [view, setView] = useState(0)
  const tree = <JsonEditor value={response} onChange={onEdit} label="Response" extras={extras} />
  const headers = (
    <dl className={shared.stack}>
      {Object.entries(answer?.headers ?? {}).map(([name, value]) => (
        <div key={name} className={styles.header}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <IconButton label={`Expect this: ${name}`} onClick={() => onExpect(['headers', name])}>
            <ListChecks size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
    </dl>
  )
  return (
    <Tabs
      label="Views of the response"
      selected={view}
      onSelect={setView}
      tabs={[
        { label: 'Tree', content: tree },
        {
          label: 'Raw',
          content: file ? <FileBody file={file} /> : answer && <RawBody answer={answer} />,
        },
        { label: 'Headers', content: headers },
      ]}
    />
  )
}

/** A field with a longer text takes seconds to show. */
const MAX_RAW = 200_000

/** The body as it was received, with JSON indented. A large body is cut; the download has all of it. */
function RawBody({ answer: { text, bytes } }: { answer: Answer }) {
  const shown = useMemo(() => {
    const start = text.slice(0, MAX_RAW)
    return /^\s*[[{]/.test(start) ? indentJson(start) : start
  }, [text])
  return (
    <div className={shared.stack}>
      <textarea
        readOnly
        className={`${shared.mono} ${shared.framed} ${styles.raw}`}
        aria-label="Raw body"
        value={shown}
      />
      <div className={shared.facts}>
        <Button onClick={() => saveText('response.txt', text, 'text/plain')}>Download</Button>
        {text.length > MAX_RAW && (
          <p>
            Only the start is shown: {formatBytes(MAX_RAW)} of {formatBytes(bytes)}.
          </p>
        )}
      </div>
    </div>
  )
}

/** A body that is no text. A picture is shown. */
function FileBody({ file }: { file: Blob }) {
  const url = useObjectUrl(file)
  const [kind, extension = 'bin'] = file.type.replace(/\+.*/, '').split('/')
  return (
    <div className={shared.stack}>
      {kind === 'image' && url && <img src={url} alt="The response" className={styles.picture} />}
      <div className={shared.facts}>
        <Button onClick={() => saveFile(`response.${extension}`, file)}>Download</Button>
        <p>
          {file.type}, {formatBytes(file.size)}
        </p>
      </div>
    </div>
  )
}
