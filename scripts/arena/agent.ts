/** What an agent may do. An element is named by the `ref` of the last observation, or by its role and name. */
export type Action = {
  act?: unknown
  ref?: string
  role?: string
  name?: string
  text?: string
  key?: string
  path?: string
  files?: string[]
  /** The next observation has a screenshot. */
  screenshot?: boolean
}

export type Observation = {
  task: string
  /** The pictures that can be uploaded. */
  files: string[]
  path: string
  title: string
  /** The accessibility tree, with a `ref` for each element. */
  tree: string
  /** Why the last action failed. */
  error?: string
  /** PNG as base64. */
  screenshot?: string
  /** How many actions are left. */
  left: number
}

/** The judge's side of an agent. */
export type Agent = {
  /** Resolves to a string when the agent has ended: how. @throws Error when the run must fail for that */
  next: (observation: Observation) => Promise<Action | string>
  stop: () => Promise<void> | void
}
