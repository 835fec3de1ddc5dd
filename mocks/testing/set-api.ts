import type { Body } from '../../src/contract/calls.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import type { HostOptions } from '../server-options.ts'
import { testApi } from './api.ts'

type Settings = Body<'POST /api/mock/settings'>

/** The mock API with these settings. */
export async function setApi(settings: Settings, host?: HostOptions, store = memoryStore()) {
  const api = testApi(store, host)
  const set = (body: Settings) => api.call('POST /api/mock/settings', { body })
  await set(settings)
  const statuses = async (...paths: string[]) =>
    (await Promise.all(paths.map((path) => api.send(path)))).map((response) => response.status)
  return { ...api, set, statuses, store }
}
