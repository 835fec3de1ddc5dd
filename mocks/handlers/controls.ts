import { decode, encode } from 'jose/base64url'
import { calls } from '../../src/contract/calls.ts'
import type { controlCalls, MockState } from '../../src/contract/controls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { emptyDataSet, readDataSet, replaceData } from '../data/data-set.ts'
import { generatedData } from '../data/seed/generate.ts'
import { seedData } from '../data/seed/seed.ts'
import type { Transaction } from '../data/transaction.ts'
import { checkSnapshot } from '../domain/check-snapshot.ts'
import { restoreGuest } from '../domain/guest.ts'
import { pictureType } from '../domain/kept-pictures.ts'
import { withoutSlash } from '../domain/rule-paths.ts'
import { changeSettings, readSettings, resetSettings } from '../domain/settings.ts'
import type { HostOptions } from '../server-options.ts'
import type { Handlers } from './handler.ts'

export const controlHandlers: Handlers<keyof typeof controlCalls> = {
  async 'GET /api/mock'({ tx, host }) {
    return stateOf(tx, host)
  },

  async 'POST /api/mock/settings'({ tx, body, host }) {
    const { failures, overrides, defects, ...changes } = body
    await changeSettings(tx, {
      ...changes,
      ...(failures && { failures: checked('failures', failures) }),
      ...(overrides && { overrides: checked('overrides', overrides) }),
      ...(defects && { defects: [...new Set(defects)] }),
    })
    return stateOf(tx, host)
  },

  async 'POST /api/mock/reset'({ tx, body: { seed, settings }, host }) {
    if (settings) resetSettings(tx)
    if (seed === 'guest') await restoreGuest(tx)
    else if (seed === 'default') await replaceData(tx, seedData())
    else await replaceData(tx, seed === 'empty' ? emptyDataSet() : generatedData(seed))
    return stateOf(tx, host)
  },

  async 'GET /api/mock/snapshot'({ tx }) {
    const { uploads, ...data } = await readDataSet(tx)
    const asText = uploads.map((row) => ({ ...row, bytes: encode(new Uint8Array(row.bytes)) }))
    return { version: await versionOf(tx), ...data, uploads: asText }
  },

  async 'POST /api/mock/snapshot'({ tx, body, host }) {
    checkSnapshot(body, await versionOf(tx))
    const uploads = body.uploads.map((row) => {
      const bytes = decode(row.bytes).buffer as ArrayBuffer
      // Detected from the bytes, because the picture is served from our origin.
      const type = pictureType(bytes)
      if (!type) throw new ApiError(apiErrors.noPicture)
      return { ...row, type, bytes }
    })
    await replaceData(tx, { ...body, uploads })
    return stateOf(tx, host)
  },

  async 'GET /api/openapi.json'({ host }) {
    if (!host.describe) throw new ApiError({ status: 404, text: 'This host has no description.' })
    return host.describe()
  },
}

async function stateOf(tx: Transaction, host: HostOptions): Promise<MockState> {
  return {
    settings: await readSettings(tx, host),
    counts: {
      users: await tx.count('users'),
      posts: await tx.count('posts'),
      comments: await tx.count('comments'),
    },
    version: await versionOf(tx),
    build: host.build,
  }
}

async function versionOf(tx: Transaction): Promise<number> {
  return Number(await tx.getMeta('version'))
}

/**
 * The rules, with ids.
 * @throws ApiError 400 when no call has the pattern of a rule, so that it would never apply
 */
function checked<Rule extends { id?: string; method: string; path: string }>(
  field: string,
  rules: readonly Rule[],
): (Rule & { id: string })[] {
  return rules.map((rule, index) => {
    const { id = crypto.randomUUID(), method } = rule
    const path = withoutSlash(rule.path)
    const isOfCall = (name: string) =>
      method === '*' ? name.endsWith(` ${path}`) : name === `${method} ${path}`
    if (path.includes(':') && !Object.keys(calls).some(isOfCall)) {
      throw new ApiError({ status: 400, text: `${field}.${index}.path: no call has it` })
    }
    return { ...rule, id }
  })
}
