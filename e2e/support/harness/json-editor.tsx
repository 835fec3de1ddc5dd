import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { JsonEditor } from '../../../src/features/tester/json-editor/json-editor.tsx'

/** The JSON editor on its own page, with the JSON after the # as its value. */
function Harness() {
  const [value, setValue] = useState<unknown>(() =>
    JSON.parse(decodeURIComponent(location.hash.slice(1)) || 'null'),
  )
  return (
    <main>
      <h1>JSON editor</h1>
      <JsonEditor label="Response" value={value} onChange={setValue} />
      <button type="button">After the editor</button>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Harness />
  </StrictMode>,
)
