/**
 * Stands in for `is-node-process` in the worker's build (see vite.config.ts). Where msw believes
 * itself in Node it keeps no cookie jar, and does not ask for the `localStorage` that a worker lacks.
 */
export function isNodeProcess(): true {
  return true
}
