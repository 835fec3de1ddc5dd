import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { errorSchema, headers, parameters } from './openapi-components.ts'
import { operation } from './openapi-operation.ts'
import { json, reference, schemasByName } from './openapi-schema.ts'

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, path, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gearheads',
      version,
      summary: 'Social media for gear heads: the API of the mock in the service worker.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: ['auth', 'users', 'posts', 'comments', 'uploads', 'mock'].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { ...schemasByName(), Error: errorSchema },
      parameters,
      headers,
      responses: {
        Error: { description: 'The call failed.', content: json(reference('schemas/Error')) },
      },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The encodedToken of log-in or sign-up, with or without the word Bearer.',
        },
      },
    },
  }
}
