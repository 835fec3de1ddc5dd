import { type ReactNode, useState } from 'react'
import { SearchField } from '../../../ui/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { Exchange } from './exchange.ts'
import { findInJson, MAX_MATCHES } from './find-in-json.ts'
import styles from './response.module.css'

const JsonEditor = lazyPart(
  async () => (await import('../json-editor/json-editor.tsx')).JsonEditor,
  {
    loading: <p>Loading the tree…</p>,
    errorText: 'The tree could not be loaded. The answer stands under Raw.',
  },
)

type Props = { exchange: Exchange; onEdit: (response: unknown) => void }

/** A response as an editable tree, as the raw body, and its headers. */
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
      selected={view}
      onSelect={setView}
      tabs={[
        { label: 'Tree', content: tree },
        { label: 'Raw', content: raw },
        { label: 'Headers', content: headers },
      ]}
    />
  )
}

/** Searches the keys and values of a response. Shows `children` while the search text is empty. */
function ResponseSearch({ response, children }: { response: unknown; children: ReactNode }) {
  const [text, setText] = useState('')
  const matches = findInJson(response, text)
  const count = matches.length < MAX_MATCHES ? String(matches.length) : `The first ${MAX_MATCHES}`
  return (
    <div className={styles.search}>
      <SearchField
        label="Search the response"
        placeholder="Search keys and values"
        value={text}
        onValue={setText}
      />
      <div aria-live="polite" className={styles.count}>
        {text.trim() && <p>{`${count} ${matches.length === 1 ? 'place' : 'places'}`}</p>}
      </div>
      {text.trim() ? (
        <ul className={styles.found} aria-label="Found in the response">
          {matches.map(({ path, text: value }) => (
            <li key={path}>
              <code>{path}</code>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      ) : (
        children
      )}
    </div>
  )
}
