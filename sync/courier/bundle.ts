import {
  array,
  check,
  type GenericSchema,
  type InferOutput,
  integer,
  is,
  literal,
  looseObject,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  safeParse,
  string,
  tuple,
  union,
  unknown,
} from 'valibot'
import { MAX_PICTURES } from '../../src/contract/text-limits.ts'
import { MAX_CARRIED, MAX_CARRIED_BYTES, MAX_HOPS, MAX_SIGNED } from './courier-rules.ts'

/*
 * A bundle is what one phone hands over to another: signed writes, compressed, and the bytes of their pictures
 * (docs/sync.md#courier).
 */

const short = pipe(string(), maxLength(200))
const count = (max: number) => pipe(number(), integer(), minValue(0), maxValue(max))

const write = object({
  name: short,
  /** The phones that it came over. */
  hops: count(MAX_HOPS - 1),
  call: short,
  params: pipe(
    looseObject({}) as GenericSchema<Record<string, string>>,
    check((params) => Object.values(params).every((value) => is(short, value))),
  ),
  body: optional(unknown()),
  /** The names of its pictures that are neither in the bundle nor at the club. Not signed: they follow from another phone. */
  lacks: optional(pipe(array(short), maxLength(MAX_PICTURES))),
  /** Its bytes follow the JSON, in the order of the writes. */
  picture: optional(object({ type: short, length: count(MAX_CARRIED_BYTES) })),
})
/** The name and hash of a write that is under the signature and not in the bundle. */
const listed = tuple([short, short])

const signed = object({
  author: short,
  kid: short,
  signature: short,
  writes: pipe(array(union([write, listed])), maxLength(MAX_SIGNED)),
})

const bundle = object({
  version: literal(1),
  club: short,
  /** The `_id` of the user whose phone gives it. Not signed: it is shown only. */
  from: optional(short),
  /** The ends of the names of others' writes that this phone has taken. */
  has: pipe(array(short), maxLength(MAX_CARRIED)),
  batches: pipe(array(signed), maxLength(MAX_CARRIED)),
})
export type Bundle = InferOutput<typeof bundle>
export type BundledWrite = InferOutput<typeof write>
export type SignedBatch = InferOutput<typeof signed>

/** The end of a name, which is random. */
export function endOf(name: string): string {
  return name.slice(-8)
}

/** The longest JSON that is read, in bytes. */
const MAX_JSON = 2_000_000

/** @param pictures in the order of the writes */
export async function encodeBundle(
  content: Bundle,
  pictures: readonly ArrayBuffer[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const json = new Blob([JSON.stringify(content)]).stream()
  const packed = await readAll(json.pipeThrough(new CompressionStream('deflate-raw')), MAX_JSON)
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, packed.byteLength)
  const parts = [length.buffer, packed, ...pictures]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/**
 * Reads a bundle from another phone. Nothing in it is trusted: signatures are checked by `device/take.ts`.
 * @returns `undefined` if it is none, or too long
 */
export async function decodeBundle(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ bundle: Bundle; pictures: ArrayBuffer[] } | undefined> {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
    const packed = new Blob([bytes.subarray(4, 4 + length)]).stream()
    const json = await readAll(packed.pipeThrough(new DecompressionStream('deflate-raw')), MAX_JSON)
    const { success, output } = safeParse(bundle, JSON.parse(new TextDecoder().decode(json)))
    if (!success) return undefined
    let at = 4 + length
    const pictures = output.batches.flatMap(({ writes }) =>
      writes.flatMap((one) => {
        if (Array.isArray(one) || !one.picture) return []
        const end = at + one.picture.length
        const picture = bytes.slice(at, end).buffer
        at = end
        return [picture]
      }),
    )
    return at === bytes.byteLength ? { bundle: output, pictures } : undefined
  } catch {
    return undefined
  }
}

/** @throws RangeError when the stream is longer: a few bytes can inflate to gigabytes */
async function readAll(stream: ReadableStream<Uint8Array>, max: number) {
  const chunks: BlobPart[] = []
  let length = 0
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > max) {
      await reader.cancel()
      throw new RangeError('The bundle is too long')
    }
    chunks.push(value as Uint8Array<ArrayBuffer>)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
