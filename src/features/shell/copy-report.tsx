import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './copy-report.module.css'

/** A button that copies a report about a failure and shows it. */
export function CopyReport({ error }: { error?: unknown }) {
  const [report, setReport] = useState<{ text: string; copied: boolean }>()

  async function copy() {
    const text = await createReport(error)
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

/** Loads the code on demand. If that fails too, the report has both errors. */
async function createReport(error: unknown): Promise<string> {
  try {
    return await (await import('./report.ts')).writeReport(error)
  } catch (loadError) {
    return `${error}\n${loadError}`
  }
}
