import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { Generated, MockState } from '../../src/contract/controls.ts'
import { Comment, Photo, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import { Failure } from '../../src/contract/failures.ts'
import { Notification } from '../../src/contract/notifications.ts'
import { NewOverride, Override, Settings } from '../../src/contract/settings.ts'
import { Snapshot } from '../../src/contract/snapshot.ts'

const entities = { Photo, UserCopy, User, PostCopy, Post, Comment, Notification }
const rules = { Failure, NewOverride, Override }
const controls = { ...rules, Settings, MockState, Generated, Snapshot }

/** The schemas that the description names. */
export const namedSchemas: Record<string, GenericSchema> = { ...entities, ...controls }

const conversion = {
  target: 'draft-2020-12',
  // JSON Schema cannot express a check by a function: the error explains it at run time.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
} satisfies ConversionConfig

/** The named schemas, for the components. */
export function schemasByName() {
  return toJsonSchemaDefs(namedSchemas, conversion)
}

/** A schema of the contract as JSON Schema, with references to the named ones. */
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

/** A reference to a component. */
export function reference(place: string) {
  return { $ref: `#/components/${place}` }
}
