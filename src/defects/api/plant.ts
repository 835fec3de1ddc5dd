import type { Host, Operation } from '../../../mocks/host.ts'
import type { CallName } from '../../contract/calls.ts'
import type { ApiDefect } from '../../contract/defects.ts'
import { isOn } from '../../contract/judged-run.ts'
import { type ApiChange, apiChanges } from './api-defects.ts'

/** Applies the planted defects to an operation. Those of the page change nothing here. */
export const plantApiDefects: Host['plant'] = (name, operation, defects) => {
  const changes = defects.map((id) => apiChanges[id as ApiDefect])
  return withChanges(name, operation, changes)
}

/** Applies those of a judged run, whatever the settings are. Its build has numbers in place of names. */
export function plantRun(handle: string): Host['plant'] {
  const changes = Object.entries(apiChanges)
    .filter(([place]) => isOn(handle, Number(place)))
    .map(([, change]) => change)
  return (name, operation) => withChanges(name, operation, changes)
}

function withChanges(
  name: CallName,
  operation: Operation,
  changes: readonly (ApiChange | undefined)[],
): Operation {
  let planted = operation
  for (const { [name]: change } of changes.filter((one) => one !== undefined)) {
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
