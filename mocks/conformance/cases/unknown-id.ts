/** An `_id` that was never given: of a version that is for this (UUID 8). */
export function unknownId(): string {
  return crypto.randomUUID().replace(/^(.{14})4/, '$18')
}
