/**
 * Replaces `is-node-process` in the build (scripts/vite/stubs.ts). In Node msw has no cookie jar and does not read
 * `localStorage`, which a worker does not have.
 */
export function isNodeProcess(): true {
  return true
}
