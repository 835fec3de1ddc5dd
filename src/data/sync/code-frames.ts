/*
 * A bundle as a loop of QR codes: each has a part of the bytes, in the letters that QR codes hold best (RFC 9285).
 */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const PREFIX = 'GH1'
/** Bytes in a code: a version of some 73 modules, which phones read from half a metre. */
const PART = 480
const MAX_PARTS = 200

/** How long each code is shown, in ms: a camera sees it at least twice. */
export const FRAME_MS = 150

/** The texts of the codes that show these bytes. */
export function toFrames(bytes: Uint8Array): string[] {
  const id = checksum(bytes)
  const count = Math.max(1, Math.ceil(bytes.length / PART))
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * PART, (index + 1) * PART)
    return [PREFIX, id, index, count, toBase45(part)].join(':')
  })
}

export type Progress = { have: number; count: number; bytes?: Uint8Array<ArrayBuffer> }

/** Collects the codes of a loop, in any order, each as often as it is seen. */
export class FrameReader {
  #id = ''
  #parts: (Uint8Array | undefined)[] = []

  /** @returns how far it is, with all bytes at the end; `undefined` for a text that is no such code */
  add(text: string): Progress | undefined {
    const [, id = '', index = '', count = '', letters = ''] = FRAME.exec(text) ?? []
    const total = Number(count)
    const part = fromBase45(letters)
    if (!id || !part || Number(index) >= total || total > MAX_PARTS) return undefined
    const isOther = id !== this.#id || total !== this.#parts.length
    // Another phone, or another bundle of the same one.
    if (isOther) this.#parts = Array(total).fill(undefined)
    this.#id = id
    this.#parts[Number(index)] = part
    const known = this.#parts.filter((one) => one !== undefined)
    const progress = { have: known.length, count: total }
    if (known.length < total) return progress
    const bytes = join(known)
    if (checksum(bytes) === id) return { ...progress, bytes }
    this.#parts = Array(total).fill(undefined)
    return { have: 0, count: total }
  }
}

const FRAME = /^GH1:([0-9A-F]{8}):(\d{1,3}):(\d{1,3}):([0-9A-Z $%*+\-./:]*)$/

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** FNV-1a of 32 bits. It tells loops apart; signatures protect what is in them. */
function checksum(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).toUpperCase().padStart(8, '0')
}

function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second] = bytes.subarray(at, at + 2)
    let value = second === undefined ? first : first * 256 + second
    for (let digit = 0; digit < (second === undefined ? 2 : 3); digit++) {
      text += ALPHABET[value % 45]
      value = Math.floor(value / 45)
    }
  }
  return text
}

function fromBase45(text: string): Uint8Array | undefined {
  if (text.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((letter) => ALPHABET.indexOf(letter))
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value > (digits.length === 3 ? 0xffff : 0xff)) return undefined
    if (digits.length === 3) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return new Uint8Array(bytes)
}
