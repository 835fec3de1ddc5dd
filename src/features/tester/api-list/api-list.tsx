import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { MethodName } from '../parts.tsx'
import styles from '../tester.module.css'
import { type Endpoint, findEndpoints } from './endpoints.ts'

/** A searchable list of all calls of the API. */
export function ApiList({ onChoose }: { onChoose: (endpoint: Endpoint) => void }) {
  const [text, setText] = useState('')
  const found = findEndpoints(text)
  return (
    <div className={styles.stack}>
      <SearchField
        label="Search the API"
        placeholder="Search calls"
        value={text}
        onValue={setText}
      />
      <div aria-live="polite">{found.length === 0 && <p>No calls found.</p>}</div>
      <ul className={styles.scroll} aria-label="Calls of the API">
        {found.map((endpoint) => (
          <li key={endpoint.name}>
            <button type="button" className={styles.rowButton} onClick={() => onChoose(endpoint)}>
              <MethodName method={endpoint.method} />
              <span>
                <span className={styles.mono}>{endpoint.path}</span>
                <br />
                <span className={styles.quiet}>{endpoint.call.summary}</span>
              </span>
              {endpoint.call.auth && (
                <KeyRound size={16} aria-label="needs authorization" className={styles.quiet} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a
          className={styles.check}
          href={`${import.meta.env.BASE_URL}api/openapi.json`}
          target="_blank"
          rel="noreferrer"
        >
          OpenAPI description
        </a>
      </p>
    </div>
  )
}
