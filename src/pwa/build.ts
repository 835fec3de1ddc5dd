/** Names the build that this code is of (`scripts/vite/build-id.ts`); the worker has one of its own. */
export const BUILD: string = import.meta.env.VITE_BUILD

/** Says with each call which build the page is of, and with a refusal which the worker is of. */
export const BUILD_HEADER = 'App-Build'
