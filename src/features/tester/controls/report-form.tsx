import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { get, set } from 'idb-keyval'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Defect } from '../../../contract/defects.ts'
import { hints } from '../../../defects/hints.ts'
import { assignedDefects } from '../../../pwa/assignment.ts'
import { pageStore } from '../../../pwa/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { saveText } from '../../../ui/save-file.ts'
import shared from '../tester.module.css'
import styles from './controls.module.css'

/** A guess of a student. */
type Finding = { defect: Defect | ''; text: string }
/** As it is saved in a file, which `npm run sheet` marks. */
type Report = { assignment: string; student: string; findings: Finding[] }

/** A log-out does not clear it: to test one may be a part of the assignment. */
const store = pageStore('gearheads-reports', 'reports')

/** What was reported of an assignment on this device. */
const reportQuery = (assignment: string) =>
  queryOptions({
    queryKey: ['tester', 'report', assignment],
    queryFn: async () =>
      (await get<Report>(assignment, store)) ?? { assignment, student: '', findings: [] },
    gcTime: 0,
  })

const keepReport = mutationOptions({
  mutationFn: (report: Report) => set(report.assignment, report, store),
})

const NONE: Finding = { defect: '', text: '' }
const OPTIONS = [
  { value: '', label: 'None yet' },
  ...Object.entries(hints).map(([id, hint]) => ({ value: id, label: `${id}: ${hint}` })),
]

/** Takes the findings of a student of an assignment, and saves them as a file for the teacher (R13.17). */
export function ReportForm({ assignment }: { assignment: string }) {
  const { data } = useQuery(reportQuery(assignment))
  return data && <Findings kept={data} />
}

function Findings({ kept }: { kept: Report }) {
  const heading = useShownReport()
  const [report, setReport] = useState(kept)
  const { mutate: keep } = useMutation(keepReport)
  const { assignment, student } = report
  const findings = Array.from(
    { length: assignedDefects },
    (_, index) => report.findings[index] ?? NONE,
  )
  function change(changes: Partial<Report>) {
    const changed = { ...report, ...changes }
    setReport(changed)
    keep(changed)
  }
  const changeFinding = (index: number, finding: Finding) =>
    change({ findings: findings.with(index, finding) })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const saved: Report = { ...report, findings: findings.filter(({ defect }) => defect) }
    const name = student.trim().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    saveText(`report-${assignment}-${name}.json`, JSON.stringify(saved, null, 2))
  }
  return (
    <form className={shared.stack} aria-label="Report" onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1}>
        Report on assignment {assignment}
      </h3>
      <p className={shared.quiet}>
        Find the planted defects by testing. A wrong finding costs a point. The report stays on this
        device until you save it for your teacher.
      </p>
      <TextField
        label="Your name"
        autoComplete="name"
        required
        pattern=".*\S.*"
        title="Your name"
        value={student}
        onChange={({ target }) => change({ student: target.value })}
      />
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is fixed
        <fieldset key={index} className={styles.faults}>
          <legend>Finding {index + 1}</legend>
          <SelectField
            label="Defect"
            options={OPTIONS}
            value={finding.defect}
            onValue={(value) => changeFinding(index, { ...finding, defect: value as Defect | '' })}
          />
          <TextArea
            label="How it shows"
            required={finding.defect !== ''}
            value={finding.text}
            onChange={({ target }) => changeFinding(index, { ...finding, text: target.value })}
          />
        </fieldset>
      ))}
      <div className={styles.line}>
        <Button type="submit">Save report</Button>
      </div>
    </form>
  )
}

/** The navigation that has shown the report: who selects its tab later keeps the focus. */
let shownBy: unknown

/**
 * Shows the report for each navigation to `#report`: when it has its data, or after the router, which restores the position of
 * the page for a link to the same address. An element with this id would be scrolled to by the router, too.
 * @returns the ref of its heading
 */
function useShownReport() {
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()
  useEffect(() => {
    function show() {
      const { resolvedLocation } = router.state
      if (resolvedLocation === shownBy || resolvedLocation?.hash !== 'report') return
      shownBy = resolvedLocation
      if (resolvedLocation.state.isGuard) return
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    }
    show()
    return router.subscribe('onRendered', show)
  }, [router])
  return heading
}
