import * as v from 'valibot'
import { textUpTo } from './checks.ts'
import { TEXT_LIMITS } from './text-limits.ts'

/** Why a post, comment or person is reported (R18.1). */
const reasons = ['spam', 'insult', 'violence', 'picture', 'other'] as const
export type ReportReason = (typeof reasons)[number]

/** Body of a report. */
export const NewReport = v.object({
  reason: v.picklist(reasons),
  text: v.nullish(textUpTo(TEXT_LIMITS.report)),
})
export type NewReport = v.InferOutput<typeof NewReport>

/** The same for every report: a reply says nothing about other reports. */
export const reportReply = v.object({ reported: v.literal(true) })
