/**
 * Seeds with which the mock and the model once disagreed. `mocks/conformance/model/model.test.ts` replays
 * them in every run. A failing run prints its seed: add it here, with the defect that it found. When the steps
 * change, a seed generates other requests, so give each defect a test beside the code, too.
 */
export const pinnedSeeds: readonly { seed: number; found: string }[] = [
  { seed: 1, found: 'half an emoji in a name' },
  { seed: 3, found: 'a picture lost to another user' },
]
