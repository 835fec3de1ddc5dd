/**
 * The form of keys and values in a database: keys are bytes, values JSON that the database's own shell can read, and
 * binary data (pictures, the token key) are kept apart.
 */

/** In a value, stands for the bytes that are kept apart. */
const MARK = '$bytes'

export type Encoded = { json: string; bytes: Uint8Array | undefined }

/**
 * CESU-8, which sorts like strings in JavaScript and keys in IndexedDB. It is UTF-8 except for characters beyond
 * U+FFFF, whose surrogates are encoded one by one; so lone ones stay distinct.
 */
export function encodeKey(key: string): Buffer {
  if (!/[\ud800-\udfff]/.test(key)) return Buffer.from(key)
  return Buffer.concat(
    key.split('').map((unit) => {
      const code = unit.charCodeAt(0)
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(unit)
      return Buffer.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }),
  )
}

/** The key of these bytes. */
export function decodeKey(bytes: Uint8Array): string {
  // The first byte of a surrogate in CESU-8.
  if (!bytes.includes(0xed))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  let key = ''
  for (let at = 0; at < bytes.length; ) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3
    if (first === 0xed) {
      key += String.fromCharCode(((first & 15) << 12) | ((second & 63) << 6) | (third & 63))
    } else key += Buffer.from(bytes.subarray(at, at + length)).toString()
    at += length
  }
  return key
}

/** @throws DataCloneError for values that are not data, such as functions */
export function encodeValue(value: unknown): Encoded {
  if (value instanceof Uint8Array)
    return { json: JSON.stringify({ [MARK]: 'array' }), bytes: value }
  const { bytes } = Object(value) as { bytes?: unknown }
  const isPicture = bytes instanceof ArrayBuffer
  const kept = isPicture ? { ...Object(value), bytes: { [MARK]: 'buffer' } } : value
  const json: string | undefined = JSON.stringify(kept)
  if (json === undefined) throw new DOMException('The value could not be cloned.', 'DataCloneError')
  return { json, bytes: isPicture ? new Uint8Array(bytes) : undefined }
}

/** Whether a parsed value needs its bytes. */
export function needsBytes(value: unknown): boolean {
  const { [MARK]: whole, bytes } = Object(value) as Record<string, unknown>
  return whole !== undefined || Object(bytes)[MARK] !== undefined
}

/** Puts the bytes into a parsed value that needs them. */
export function withBytes(value: unknown, bytes: Uint8Array): unknown {
  if (Object(value)[MARK] === 'array') return new Uint8Array(bytes)
  return { ...Object(value), bytes: new Uint8Array(bytes).buffer }
}
