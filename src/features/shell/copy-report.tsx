import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './copy-report.module.css'

/** Copies what is to be known about a failure, and shows what that is. */
export function CopyReport({ error }: { error?: unknown }) {
  const [report, setReport] = useState<{ text: string; copied: boolean }>()

  async function copy() {
    const text = await write(error)
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setReport({ text, copied })
  }
  return (
    <>
      <Button onClick={copy}>Copy a report</Button>
      <p role="status">
        {report &&
          `${report.copied ? 'Copied' : 'Copy this'}. It holds nothing that anybody wrote.`}
      </p>
      {report && (
        <textarea className={styles.report} readOnly aria-label="Report" value={report.text} />
      )}
    </>
  )
}

/** Loaded when it is asked for. That may be what fails: the error itself can be told all the same. */
async function write(error: unknown): Promise<string> {
  try {
    return await (await import('./report.ts')).writeReport(error)
  } catch (missing) {
    return `${error}\n${missing}`
  }
}
