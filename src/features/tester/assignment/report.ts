import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { get, set } from 'idb-keyval'
import type { Assignment } from '../../../contract/assignments.ts'
import type { Defect } from '../../../contract/defects.ts'
import { pageStore } from '../../../pwa/page-store.ts'

/** A guess of a student. */
export type Finding = { defect: Defect | ''; text: string }
/** As it is saved in a file, which `npm run sheet` marks. */
export type Report = { assignment: Assignment; findings: Finding[] }

/** A log-out does not clear it: to test one may be a part of the assignment. */
const store = pageStore('gearheads-reports', 'reports')

/** What was reported of an assignment on this device. */
export const reportQuery = (assignment: Assignment) =>
  queryOptions({
    queryKey: ['tester', 'report', assignment],
    queryFn: async () => (await get<Finding[]>(assignment, store)) ?? [],
    gcTime: 0,
  })

export const keepReport = mutationOptions({
  mutationFn: ({ assignment, findings }: Report) => set(assignment, findings, store),
})
