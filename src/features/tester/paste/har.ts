import * as v from 'valibot'
import { join, type Pasted, toRequest } from './pasted.ts'

const Pair = v.object({ name: v.string(), value: v.string() })
const HarRequest = v.object({
  method: v.string(),
  url: v.string(),
  headers: v.optional(v.array(Pair), []),
  postData: v.optional(v.object({ text: v.optional(v.string()) })),
})
const Entry = v.object({ request: HarRequest })
const Har = v.object({ log: v.object({ entries: v.array(v.unknown()) }) })

/** Reads a HAR, entries of one, or the request of an entry. @returns `undefined` if it is something else */
export function readHar(data: unknown): Pasted | undefined {
  const har = v.safeParse(Har, data)
  const entries = har.success ? har.output.log.entries : [data].flat()
  const requests = entries.flatMap((entry) => {
    const read = v.safeParse(
      v.union([
        Entry,
        v.pipe(
          HarRequest,
          v.transform((request) => ({ request })),
        ),
      ]),
      entry,
    )
    return read.success ? read.output.request : []
  })
  if (requests.length === 0 && !har.success) return undefined
  const malformed = entries.length - requests.length
  const notes = malformed > 0 ? [`Left out: ${malformed} malformed entries.`] : []
  const read = requests.map(({ method, url, headers, postData }) =>
    toRequest({
      ...{ method, endpoint: url, body: postData?.text },
      headers: headers.map(({ name, value }) => [name, value] as const),
    }),
  )
  return join([{ requests: [], notes }, ...read])
}
