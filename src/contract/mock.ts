import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { Snapshot } from './snapshot.ts'

const between = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** For which requests a failure or an override stands in, and how often. */
const ruleEntries = {
  id: v.string(),
  method: v.pipe(v.string(), v.regex(/^(\*|[A-Z]+)$/, 'must be a method such as GET, or *')),
  /** As in the contract (`/api/posts/:postId`), as in the address (`/api/posts/5`), or `*` for all. */
  path: v.pipe(v.string(), v.regex(/^(\*$|\/api\/)/, 'must be a path under /api, or *')),
  /** How often it is still used; without it, until it is cleared. */
  times: v.optional(between(1, 1_000_000)),
}

/** A call that fails on purpose, before anything of it is done. */
export const Failure = v.object({
  ...ruleEntries,
  /** 0 stands for no answer at all, as without a network. */
  status: v.pipe(
    v.number(),
    v.integer(),
    v.check(
      (status) => status === 0 || (status >= 400 && status <= 599),
      'must be 400 to 599, or 0',
    ),
  ),
  /** How likely it is, from 0 to 1; without it, every time. */
  rate: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** Without it, the error shape with a text that says who failed. */
  body: v.optional(v.unknown()),
})
export type Failure = v.InferOutput<typeof Failure>

/** An answer that is served in place of the handler's ("Use as response" of the tester). */
export const Override = v.object({ ...ruleEntries, status: between(200, 599), body: v.unknown() })
export type Override = v.InferOutput<typeof Override>

/** Made up where none is sent. */
const anyId = { id: v.optional(v.string()) }
export const NewFailure = v.object({ ...Failure.entries, ...anyId })
export type NewFailure = v.InferOutput<typeof NewFailure>
export const NewOverride = v.object({ ...Override.entries, ...anyId })
export type NewOverride = v.InferOutput<typeof NewOverride>

const delay = between(0, 60_000)

/** How the mock behaves, whatever its data. */
export const Settings = v.object({
  /** The least that an answer takes, in milliseconds. */
  delay,
  failures: v.array(Failure),
  overrides: v.array(Override),
})
export type Settings = v.InferOutput<typeof Settings>

/** What a tester wants to know at a glance. */
export const MockState = v.object({
  settings: Settings,
  counts: v.object({ users: v.number(), posts: v.number(), comments: v.number() }),
  /** Of the stored data's shape, as in a snapshot. */
  version: v.number(),
  /** Of the app, as the host has it. */
  build: v.optional(v.string()),
})
export type MockState = v.InferOutput<typeof MockState>

/** Data made from a number: the same for the same number, ids included. */
export const Generated = v.object({
  /** The guest is the first of them. */
  users: between(1, 1000),
  posts: between(0, 50_000),
  seed: v.optional(between(0, 0xffff_ffff)),
})
export type Generated = v.InferOutput<typeof Generated>

/** The controls of design §6, for testers and end-to-end tests. */
export const mockCalls = {
  'GET /api/mock': {
    summary: 'How the mock is set and what it holds.',
    control: true,
    status: 200,
    reply: MockState,
  },
  'POST /api/mock/settings': {
    summary:
      'Change settings. A list that is sent replaces the one before; what is left out stays.',
    control: true,
    status: 200,
    body: v.object({
      delay: v.optional(delay),
      failures: v.optional(v.array(NewFailure)),
      overrides: v.optional(v.array(NewOverride)),
    }),
    reply: MockState,
  },
  'POST /api/mock/reset': {
    summary: 'Replace all data: by the first, by none, or by so many users and posts.',
    control: true,
    status: 200,
    body: v.object({
      seed: v.union([v.picklist(['default', 'empty']), Generated]),
      /** Put the settings back to their defaults too. */
      settings: v.optional(v.boolean()),
    }),
    reply: MockState,
  },
  'GET /api/mock/snapshot': {
    summary: 'All data, to be kept and put back later.',
    control: true,
    status: 200,
    reply: Snapshot,
  },
  'POST /api/mock/snapshot': {
    summary: 'Replace all data by that of a snapshot.',
    control: true,
    status: 200,
    body: Snapshot,
    reply: MockState,
  },
  'GET /api/openapi.json': {
    summary: 'This description of the API, in OpenAPI 3.1.',
    control: true,
    status: 200,
    reply: v.looseObject({ openapi: v.string() }),
  },
} as const satisfies CallTable
