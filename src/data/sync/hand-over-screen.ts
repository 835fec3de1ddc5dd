import { observable } from '../../pwa/observable.ts'

/** Which screen of a hand-over is open, or the list of changes (docs/sync.md#courier). Their code is loaded when one is. */
export const handOver = observable<'give' | 'take' | 'changes' | undefined>(undefined)
