import { decode, encode } from 'jose/base64url'
import * as v from 'valibot'

/*
 * State in the fragment of an address, which is sent to no host: a name, and JSON that is compressed.
 */

/** In characters. Longer links are cut by chats and issue trackers. */
const MAX_LENGTH = 32_000
/** In bytes, before compression. */
const MAX_SIZE = 2_000_000

/** A reason to show why a link cannot be made or opened. */
export class LinkError extends Error {}

/**
 * Encodes a value for the fragment of a link.
 * @param name ends with `=`
 * @throws LinkError with the text `problem` when it is too long
 */
export async function encodeLink(name: string, value: unknown, problem: string): Promise<string> {
  const text = JSON.stringify(value)
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  const code = encode(new Uint8Array(await new Response(packed).arrayBuffer()))
  if (text.length <= MAX_SIZE && code.length <= MAX_LENGTH) return name + code
  throw new LinkError(problem)
}

/**
 * Decodes the fragment of a link.
 * @throws LinkError when it is too long, damaged or malformed
 */
export async function decodeLink<T>(
  name: string,
  fragment: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const parsed = v.safeParse(schema, await unpack(fragment.slice(name.length)), {
    abortEarly: true,
  })
  if (parsed.success) return parsed.output
  throw new LinkError(problemOf('This link', parsed.issues, 'Ask for a new one.'))
}

/**
 * Says in plain words what is wrong with a link or file, and what to do.
 * @param issues of the schema: only the sentences of our own checks are for people, else the place is named
 */
export function problemOf(
  what: string,
  [issue]: [v.BaseIssue<unknown>, ...unknown[]],
  advice: string,
): string {
  const path = v.getDotPath(issue)
  const place = issue.type === 'check' ? issue.message : path && `see ${path}`
  return `${what} is malformed, or of another version of the app${place ? ` (${place})` : ''}. ${advice}`
}

async function unpack(code: string): Promise<unknown> {
  if (code.length > MAX_LENGTH) throw new LinkError('This link is too long.')
  try {
    const packed = new Blob([decode(code) as Uint8Array<ArrayBuffer>])
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let size = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) return JSON.parse(await new Blob(parts).text())
      size += value.length
      // A few kilobytes can unpack to gigabytes.
      if (size > MAX_SIZE) throw new RangeError('Too large')
      parts.push(value)
    }
  } catch {
    throw new LinkError('This link is incomplete or was changed.')
  }
}
