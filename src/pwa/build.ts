/** The name of the build that this code belongs to (`scripts/vite/build-id.ts`): of the page, or the worker. */
export const BUILD: string = import.meta.env.VITE_BUILD

/** Names the build of the page in each call, and the build of the worker in its 409 reply. */
export const BUILD_HEADER = 'App-Build'
