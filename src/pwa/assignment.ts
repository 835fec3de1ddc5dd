/**
 * The code of the assignment for which this copy of the app was made (`npm run assignment`), such as `3-mixed-7f3a9c`. It begins with the
 * number of its planted defects.
 */
export const assignment = globalThis.document?.documentElement?.dataset.assignment

/** How many defects it has. */
export const assignedDefects = Number.parseInt(assignment ?? '0', 10)
