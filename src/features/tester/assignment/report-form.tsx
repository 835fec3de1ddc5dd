import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { get, set } from 'idb-keyval'
import { type SubmitEvent, useState } from 'react'
import type { Assignment } from '../../../contract/assignments.ts'
import { countDefects } from '../../../contract/count-defects.ts'
import { type Defect, defects } from '../../../contract/defects.ts'
import { pageStore } from '../../../pwa/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextArea } from '../../../ui/field.tsx'
import { saveText } from '../../../ui/save-file.ts'
import styles from '../controls/controls.module.css'
import shared from '../tester.module.css'

/** A guess of a student. */
type Finding = { defect: Defect | ''; text: string }
/** As it is saved in a file, which `npm run sheet` marks. */
type Report = { assignment: Assignment; findings: Finding[] }

/** A log-out does not clear it: to test one may be a part of the assignment. */
const store = pageStore('gearheads-reports', 'reports')

/** What was reported of an assignment on this device. */
const reportQuery = (assignment: Assignment) =>
  queryOptions({
    queryKey: ['tester', 'report', assignment],
    queryFn: async () => (await get<Finding[]>(assignment, store)) ?? [],
    gcTime: 0,
  })

const keepReport = mutationOptions({
  mutationFn: ({ assignment, findings }: Report) => set(assignment, findings, store),
})

const NONE: Finding = { defect: '', text: '' }
const OPTIONS = [
  { value: '', label: 'None yet' },
  ...defects.map((id) => ({ value: id, label: id })),
]

/** Takes the guesses of a student about an assignment, and saves them as a file for the teacher. */
export function ReportForm({ assignment }: { assignment: Assignment }) {
  const { data } = useQuery(reportQuery(assignment))
  return data && <Findings assignment={assignment} findings={data} />
}

function Findings({ assignment, findings: kept }: Report) {
  const [findings, setFindings] = useState(() =>
    Array.from({ length: countDefects([assignment]) }, (_, index) => kept[index] ?? NONE),
  )
  const { mutate: keep } = useMutation(keepReport)
  function change(index: number, finding: Finding) {
    const changed = findings.with(index, finding)
    setFindings(changed)
    keep({ assignment, findings: changed })
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const report: Report = { assignment, findings: findings.filter(({ defect }) => defect) }
    saveText(`report-${assignment}.json`, JSON.stringify(report, null, 2))
  }
  return (
    <form className={shared.stack} aria-label="Report" onSubmit={submit}>
      <h3>Report on assignment {assignment}</h3>
      <p className={shared.quiet}>
        Find the planted defects by testing. The list of planted defects below has a hint for each.
        The report stays on this device until you save it for your teacher.
      </p>
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is fixed
        <fieldset key={index} className={styles.faults}>
          <legend>Finding {index + 1}</legend>
          <SelectField
            label="Defect"
            options={OPTIONS}
            value={finding.defect}
            onValue={(value) => change(index, { ...finding, defect: value as Defect | '' })}
          />
          <TextArea
            label="How it shows"
            value={finding.text}
            onChange={({ target }) => change(index, { ...finding, text: target.value })}
          />
        </fieldset>
      ))}
      <div className={styles.line}>
        <Button type="submit">Save report</Button>
      </div>
    </form>
  )
}
