import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Exchange } from './exchange.ts'
import { ResponseSearch } from './response-search.tsx'
import styles from './response-view.module.css'

const JsonEditor = lazyPart(
  async () => (await import('../json-editor/json-editor.tsx')).JsonEditor,
  {
    waiting: <p>Loading the tree…</p>,
    missing: 'The tree could not be loaded. The answer stands under Raw.',
  },
)

type Props = { exchange: Exchange; onEdit: (response: unknown) => void }

/** A response in three ways: as a tree that can be edited, as it came, and its headers. */
export function ResponseView({ exchange, onEdit }: Props) {
  const { response, answer } = exchange
  const [view, setView] = useState(0)
  const tree = (
    <ResponseSearch response={response}>
      <JsonEditor value={response} onChange={onEdit} label="Response" />
    </ResponseSearch>
  )
  const raw = (
    <textarea readOnly className={styles.raw} aria-label="Raw body" value={answer?.text} />
  )
  const headers = (
    <dl className={styles.headers}>
      {Object.entries(answer?.headers ?? {}).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Tabs
      label="Views of the response"
      chosen={view}
      onChoose={setView}
      tabs={[
        { label: 'Tree', content: tree },
        { label: 'Raw', content: raw },
        { label: 'Headers', content: headers },
      ]}
    />
  )
}
