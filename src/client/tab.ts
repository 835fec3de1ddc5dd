import { newUuid } from './uuid.ts'

/** Names this tab, for as long as the page is loaded, to the back end (`src/contract/changes.ts`). */
export const TAB: string = newUuid()
