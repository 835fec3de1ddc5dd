import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { between, exactly } from './checks.ts'
import { Settings, SettingsChanges } from './settings.ts'
import { Snapshot } from './snapshot.ts'

/** The state of the mock at a glance. */
export const MockState = v.object({
  settings: Settings,
  counts: v.object({ users: v.number(), posts: v.number(), comments: v.number() }),
  /** The schema version of the stored data, as in a snapshot. */
  version: v.number(),
  /** The build of the app, as the host reports it. */
  build: v.optional(v.string()),
})
export type MockState = v.InferOutput<typeof MockState>

/** Data generated from a number: the same for the same number and time, ids included. They end at that time. */
export const Generated = exactly({
  /** The guest is the first of them. */
  users: between(1, 1000),
  posts: between(0, 50_000),
  seed: v.optional(between(0, 0xffff_ffff)),
})
export type Generated = v.InferOutput<typeof Generated>

/** The controls (R13), for testers and end-to-end tests. */
export const controlCalls = {
  'GET /api/mock': {
    summary: 'Current settings and row counts.',
    offline: 'club',
    control: true,
    status: 200,
    reply: MockState,
  },
  'POST /api/mock/settings': {
    summary:
      'Change settings. A list replaces the previous one; omitted settings stay as they are.',
    offline: 'club',
    control: true,
    writes: true,
    status: 200,
    ...json(SettingsChanges, {
      delay: 0,
      failures: [{ method: 'POST', path: '/api/posts', status: 503, times: 1 }],
    }),
    reply: MockState,
  },
  'POST /api/mock/reset': {
    summary:
      "Replace all data with the seed, with nothing, with generated users and posts, or with a snapshot. 'guest' only restores a missing guest.",
    offline: 'club',
    control: true,
    writes: true,
    status: 200,
    ...json(
      exactly({
        /** 'guest' replaces nothing: it adds the guest account to data that have none. */
        seed: v.optional(v.union([v.picklist(['default', 'empty', 'guest']), Generated])),
        /** Instead of a seed. */
        snapshot: v.optional(Snapshot),
        /** Also restores the default settings (`true`), or those with changes. */
        settings: v.optional(v.union([v.boolean(), SettingsChanges])),
        /** The username of a user of the new data, for whom the reply has a token. Not with 'guest'. */
        viewer: v.optional(v.string()),
      }),
      { seed: { users: 50, posts: 500, seed: 1 } },
    ),
    reply: v.object({ ...MockState.entries, encodedToken: v.optional(v.string()) }),
  },
  'GET /api/mock/snapshot': {
    summary: 'Export all data as a snapshot.',
    offline: 'club',
    control: true,
    status: 200,
    reply: Snapshot,
  },
  'POST /api/mock/snapshot': {
    summary: 'Replace all data with a snapshot.',
    offline: 'club',
    control: true,
    writes: true,
    status: 200,
    ...json(Snapshot, {
      version: 12,
      sequences: { users: 0, posts: 0, comments: 0, uploads: 0 },
      users: [],
      posts: [],
      comments: [],
      uploads: [],
    }),
    reply: MockState,
  },
  'GET /api/openapi.json': {
    summary: 'This API, described in OpenAPI 3.1.',
    offline: 'club',
    control: true,
    status: 200,
    reply: v.looseObject({ openapi: v.string() }),
  },
} as const satisfies CallTable
