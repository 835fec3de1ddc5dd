import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { Generated, MockState } from '../../src/contract/controls.ts'
import { Comment, Photo, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import {
  Failure,
  NewFailure,
  NewOverride,
  Override,
  Settings,
} from '../../src/contract/settings.ts'
import { Snapshot } from '../../src/contract/snapshot.ts'

const entities = { Photo, UserCopy, User, PostCopy, Post, Comment }
const rules = { NewFailure, NewOverride, Failure, Override }
const controls = { ...rules, Settings, MockState, Generated, Snapshot }

/** The shapes that descriptions of the API call by their name. */
export const namedSchemas: Record<string, GenericSchema> = { ...entities, ...controls }

const conversion = {
  target: 'draft-2020-12',
  // A check that is a function has no words in JSON Schema: its text comes with the refusal.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig

/** The shapes that have a name, for the components. */
export function schemasByName() {
  return toJsonSchemaDefs(namedSchemas, conversion)
}

/** A schema of the contract in JSON Schema; what has a name stands there by reference. */
export function schemaOf(schema: GenericSchema) {
  const { $defs, $schema, ...converted } = toJsonSchema(schema, {
    ...conversion,
    definitions: namedSchemas,
  })
  return converted
}

/** A schema as the content of a body. */
export function json(schema: object) {
  return { 'application/json': { schema } }
}

/** Stands for what is at this place of the components. */
export function reference(place: string) {
  return { $ref: `#/components/${place}` }
}
