import { apiErrors } from '../../../src/contract/errors.ts'
import { refuseIf } from './rule.ts'
import { picturesIn } from './upload-rules.ts'
import type { ModelReport, ModelUser, World } from './world.ts'

/** Stores a report, which keeps the pictures that it shows for a day (R18.4). */
export function report(world: World, by: ModelUser, about: ModelReport['about']) {
  const isUser = 'username' in about
  const of = isUser ? about : about.author
  refuseIf(of === by, apiErrors.reportSelf)
  const { reports } = world.data
  const isKnown = reports.some((one) => one.by === by && one.about === about)
  refuseIf(isKnown, apiErrors.alreadyReported)
  const photos = isUser ? [about.profilePhoto.chosen, about.coverPhoto.chosen] : picturesIn(about)
  const one: ModelReport = { by, about, pictures: photos.map((url = '') => url) }
  reports.push(one)
  world.expiring.push({ at: world.now, what: one })
  return () => ({ reported: true })
}
