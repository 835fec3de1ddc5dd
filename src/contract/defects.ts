/** Defects of the API that testers can plant. docs/testers.md#planted-defects has a hint for each. */
export const apiDefects = [
  'password-length',
  'username-case',
  'lost-field',
  'page-border',
  'search-case',
  'wrong-order',
  'like-count',
  'wrong-status',
  'timestamp',
  'foreign-edit',
  'moderation',
] as const
export type ApiDefect = (typeof apiDefects)[number]

/** Defects of the page. */
export const pageDefects = [
  'stuck-heart',
  'follow-race',
  'double-post',
  'stale-bookmark',
  'lost-draft',
  'contained-xss',
  'focus-lost',
  'missing-label',
  'low-contrast',
  'memory-leak',
] as const
export type PageDefect = (typeof pageDefects)[number]

export type Defect = ApiDefect | PageDefect
export const defects: readonly Defect[] = [...apiDefects, ...pageDefects]
