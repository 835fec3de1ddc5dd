import { type ReactNode, useState } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { findInJson, MOST_FOUND } from './find-in-json.ts'
import styles from './response-search.module.css'

/** Finds keys and values of a response, with their paths; shows `children` while nothing is looked for. */
export function ResponseSearch({ response, children }: { response: unknown; children: ReactNode }) {
  const [text, setText] = useState('')
  const found = findInJson(response, text)
  const count = found.length < MOST_FOUND ? String(found.length) : `The first ${MOST_FOUND}`
  return (
    <div className={styles.search}>
      <SearchField
        label="Search the response"
        placeholder="Search keys and values"
        value={text}
        onValue={setText}
      />
      <div aria-live="polite" className={styles.count}>
        {text.trim() && <p>{`${count} ${found.length === 1 ? 'place' : 'places'}`}</p>}
      </div>
      {text.trim() ? (
        <ul className={styles.found} aria-label="Found in the response">
          {found.map(({ path, text: value }) => (
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
