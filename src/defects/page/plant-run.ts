import type { QueryClient } from '@tanstack/react-query'
import { isOn } from '../../contract/judged-run.ts'
import { atStart, whileOn } from './page-defects.ts'

/** Plants the defects of a judged run, whose handle the judge writes into the page, and marks nothing. */
export async function plantRun(client: QueryClient): Promise<void> {
  const handle = document.documentElement.dataset.run ?? ''
  const { signal } = new AbortController()
  // The build of judged runs has numbers in place of names.
  for (const [place, plant] of Object.entries(whileOn))
    if (isOn(handle, Number(place))) plant(client, signal)
  for (const [place, plant] of Object.entries(atStart))
    if (isOn(handle, Number(place))) await plant()
}
