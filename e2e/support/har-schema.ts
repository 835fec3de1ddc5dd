// The required fields of HAR 1.2 and their types: http://www.softwareishard.com/blog/har-12-spec/
const text = { type: 'string' }
const count = { type: 'integer', minimum: -1 }
const duration = { type: 'number', minimum: 0 }
const list = (items: object) => ({ type: 'array', items })
const record = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional, comment: text },
  required: Object.keys(properties),
  additionalProperties: false,
})
const pairs = list(record({ name: text, value: text }))
const message = {
  httpVersion: text,
  cookies: pairs,
  headers: pairs,
  headersSize: count,
  bodySize: count,
}

export const harSchema = record({
  log: record(
    {
      version: { const: '1.2' },
      creator: record({ name: text, version: text }),
      entries: list(
        record({
          startedDateTime: {
            type: 'string',
            pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z$',
          },
          time: duration,
          request: record(
            {
              ...message,
              method: text,
              url: { type: 'string', pattern: '^https?://' },
              queryString: pairs,
            },
            { postData: record({ mimeType: text, text }) },
          ),
          response: record({
            ...message,
            status: { type: 'integer' },
            statusText: text,
            content: record({ size: count, mimeType: text }, { text }),
            redirectURL: text,
          }),
          cache: record({}),
          timings: record({ send: duration, wait: duration, receive: duration }),
        }),
      ),
    },
    { pages: list({ type: 'object' }) },
  ),
})
