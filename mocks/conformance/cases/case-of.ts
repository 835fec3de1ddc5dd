import type { CallName } from '../../../src/contract/calls.ts'
import type { Options } from '../../testing/call-through.ts'
import type { Scene } from '../scene.ts'
import { cases } from './cases.ts'

type AnyPrepare = (scene: Scene) => Options<CallName> | Promise<Options<CallName>>
type AnyCase = { succeeds: AnyPrepare; refuses: Record<string, AnyPrepare> }

/** The case of a call whose name is known only at run time. The table has checked what it holds. */
export function caseOf(name: CallName): AnyCase {
  return cases[name] as unknown as AnyCase
}
