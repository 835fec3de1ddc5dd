import { del, get, set } from 'idb-keyval'
import { pageStore } from './page-store.ts'

/** The subscription that the club knows, and the token of the session that it belongs to. The worker needs it to subscribe again. */
export type PushRecord = { endpoint: string; token: string }

const store = pageStore('gearheads-push', 'push')
const KEY = 'subscription'

/** `undefined` while push is off. */
export const readRecord = (): Promise<PushRecord | undefined> => get(KEY, store)
export const writeRecord = (record: PushRecord): Promise<void> => set(KEY, record, store)
export const removeRecord = (): Promise<void> => del(KEY, store)
