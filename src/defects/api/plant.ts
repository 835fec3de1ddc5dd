import type { Host, Operation } from '../../../mocks/host.ts'
import { defectsOf } from '../../contract/assignments.ts'
import type { ApiDefect } from '../../contract/defects.ts'
import { type ApiChange, apiChanges } from './api-defects.ts'

/** Applies the planted defects to an operation. Those of the page change nothing here. */
export const plantApiDefects: Host['plant'] = (name, operation, defects) => {
  let planted = operation
  for (const defect of defectsOf(defects)) {
    const change = (apiChanges[defect as ApiDefect] as ApiChange | undefined)?.[name]
    if (!change) continue
    if ('status' in change) planted = { ...planted, status: change.status }
    else {
      const { handle: next } = planted
      // `name` is known at run time only, so the compiler cannot match handler and context.
      const wrap = change as (context: unknown, next: Operation['handle']) => Promise<unknown>
      planted = { ...planted, handle: (context) => wrap(context, next) }
    }
  }
  return planted
}
