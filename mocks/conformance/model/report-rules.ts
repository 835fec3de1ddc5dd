import { apiErrors } from '../../../src/contract/errors.ts'
import { refuseIf } from './rule.ts'
import type { ModelReport, ModelUser, World } from './world.ts'

/** Stores a report. The pictures that it keeps (R18.4) are in no reply. */
export function report(world: World, by: ModelUser, about: ModelReport['about']) {
  const isUser = 'username' in about
  const of = isUser ? about : about.author
  refuseIf(of === by, apiErrors.reportSelf)
  const { reports } = world.data
  const isKnown = reports.some((one) => one.by === by && one.about === about)
  refuseIf(isKnown, apiErrors.alreadyReported)
  reports.push({ by, about })
  return () => ({ reported: true })
}
