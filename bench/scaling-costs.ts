/** What is measured at each number of posts. */
export const costs = [
  { key: 'feed', label: 'page of the feed', unit: 'ms' },
  { key: 'like', label: 'like', unit: 'ms' },
  { key: 'comment', label: 'comment', unit: 'ms' },
  { key: 'explore', label: 'opening Explore', unit: 'ms' },
  { key: 'search', label: 'search', unit: 'ms' },
  { key: 'cold', label: 'cold worker', unit: 'ms' },
  { key: 'memory', label: "worker's heap", unit: 'MB' },
] as const

export type Cost = (typeof costs)[number]['key']

export type ScalingRow = { posts: number; costs: Record<Cost, number> }
