import type { TestProject } from 'vitest/node'
import { newFolder, runApi } from './run-api.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server that is started for the contract suite listens, when there is one. */
    ownServer?: string
  }
}

/** For the contract suite: a server of its own over real HTTP, as `npm run api` starts it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { data, remove } = newFolder()
  const { url, end } = await runApi(data, '--image-host', 'https://pictures.test/')
  project.provide('ownServer', url)
  return async () => {
    await end()
    remove()
  }
}
