import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { namedSchemas } from './named-schemas.ts'

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
