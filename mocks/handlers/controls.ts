import { decode, encode } from 'jose/base64url'
import { calls } from '../../src/contract/calls.ts'
import type { controlCalls, Generated, MockState } from '../../src/contract/controls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import type { SettingsChanges } from '../../src/contract/settings.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import { ApiError } from '../api-error.ts'
import { restoreGuest } from '../domain/guest.ts'
import { pictureType } from '../domain/picture-type.ts'
import { usersNamed } from '../domain/profile.ts'
import { withoutSlash } from '../domain/rule-paths.ts'
import { changeSettings, readSettings, resetSettings } from '../domain/settings.ts'
import { signToken } from '../domain/token.ts'
import type { Host } from '../host.ts'
import { checkSnapshot } from '../seed/check-snapshot.ts'
import { type DataSet, emptyDataSet, readDataSet, replaceData } from '../seed/data-set.ts'
import { generatedData } from '../seed/generate.ts'
import { seedData } from '../seed/seed.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Handlers } from './handler.ts'

export const controlHandlers: Handlers<keyof typeof controlCalls> = {
  async 'GET /api/mock'({ tx, host }) {
    return stateOf(tx, host)
  },

  async 'POST /api/mock/settings'({ tx, body, host }) {
    await change(tx, body)
    return stateOf(tx, host)
  },

  async 'POST /api/mock/reset'({ tx, body: { seed, snapshot, settings, viewer }, host }) {
    if (settings) resetSettings(tx)
    if (typeof settings === 'object') await change(tx, settings, 'settings.')
    // The new data are of the new time.
    await tx.setClock(await readSettings(tx, host), false)
    tx.beginWrite()
    const from = seed ?? snapshot
    if (!from || (seed && snapshot)) throw invalid('seed', 'there must be a seed or a snapshot')
    if (from === 'guest') await restoreGuest(tx)
    else await replaceData(tx, await dataOf(tx, from))
    const state = await stateOf(tx, host)
    if (viewer === undefined) return state
    // Only for data of this request, which hold no account that the client did not choose.
    const [user] = from === 'guest' ? [] : await usersNamed(tx, viewer)
    if (!user) throw invalid('viewer', 'must be a username of the new data')
    return { ...state, encodedToken: await signToken(tx, user) }
  },

  async 'GET /api/mock/snapshot'({ tx }) {
    const { uploads, ...data } = await readDataSet(tx)
    const asText = uploads.map((row) => ({ ...row, bytes: encode(new Uint8Array(row.bytes)) }))
    return { version: await versionOf(tx), ...data, uploads: asText }
  },

  async 'POST /api/mock/snapshot'({ tx, body, host }) {
    await replaceData(tx, await dataOf(tx, body))
    return stateOf(tx, host)
  },

  'GET /api/openapi.json': ({ host }) => host.describe(),
}

/**
 * The data of a seed or a snapshot.
 * @throws ApiError 400 that names the field of the snapshot
 */
async function dataOf(
  tx: Transaction,
  from: 'default' | 'empty' | Generated | Snapshot,
): Promise<DataSet> {
  if (from === 'default') return seedData(tx.now)
  if (from === 'empty') return emptyDataSet()
  if (typeof from.users === 'number') return generatedData(from as Generated, tx.now)
  const snapshot = from as Snapshot
  checkSnapshot(snapshot, await versionOf(tx))
  const uploads = snapshot.uploads.map((row) => {
    const bytes = decode(row.bytes).buffer as ArrayBuffer
    // Detected from the bytes, because the picture is served from our origin.
    const type = pictureType(bytes)
    if (!type) throw new ApiError(apiErrors.noPicture)
    return { ...row, type, bytes }
  })
  return { ...snapshot, uploads }
}

/** @param path of the settings in the body: `settings.` */
async function change(
  tx: Transaction,
  { failures, overrides, defects, ...changes }: SettingsChanges,
  path = '',
): Promise<void> {
  await changeSettings(tx, {
    ...changes,
    ...(failures && { failures: checked(`${path}failures`, failures) }),
    ...(overrides && { overrides: checked(`${path}overrides`, overrides) }),
    ...(defects && { defects: [...new Set(defects)] }),
  })
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError({ status: 400, text: `${field}: ${problem}` })
}

async function stateOf(tx: Transaction, host: Pick<Host, 'build' | 'delayMs'>): Promise<MockState> {
  return {
    settings: await readSettings(tx, host),
    counts: {
      users: await tx.count('users'),
      posts: await tx.count('posts'),
      comments: await tx.count('comments'),
    },
    version: await versionOf(tx),
    build: host.build || undefined,
  }
}

async function versionOf(tx: Transaction): Promise<number> {
  return Number(await tx.getMeta('version'))
}

/**
 * The rules, with ids.
 * @throws ApiError 400 when no call has the pattern of a rule, so that it would never apply
 */
function checked<
  Rule extends { id?: string; method: string; path: string; p50?: number; p95?: number },
>(field: string, rules: readonly Rule[]): (Rule & { id: string })[] {
  return rules.map((rule, index) => {
    const { id = crypto.randomUUID(), method } = rule
    const path = withoutSlash(rule.path)
    if (rule.p95 && rule.p95 < Number(rule.p50))
      throw invalid(`${field}.${index}.p95`, 'must not be less than p50')
    if (/^\/api\/mock(\/|$)/.test(path)) {
      throw invalid(`${field}.${index}.path`, 'the controls never fail and have no overrides')
    }
    const isOfCall = (name: string) =>
      method === '*' ? name.endsWith(` ${path}`) : name === `${method} ${path}`
    if (path.includes(':') && !Object.keys(calls).some(isOfCall)) {
      throw invalid(`${field}.${index}.path`, 'no call has it')
    }
    return { ...rule, id }
  })
}
