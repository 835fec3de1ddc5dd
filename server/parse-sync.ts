import { ApiError } from '../mocks/api-error.ts'
import { MAX_DEPTH, parseJson } from '../mocks/read-body.ts'
import { yieldToLoop } from '../mocks/slices.ts'
import { apiErrors } from '../src/contract/errors.ts'
import {
  checkSync,
  type ReadSync,
  type ReadWrite,
  readSync,
  readWrite,
  tooLongWrite,
} from '../sync/club/read-sync.ts'
import { MAX_NAMES } from '../sync/protocol.ts'

/** Bytes that are parsed at once. */
const SHORT = 64_000
/** Other requests get a turn after this number of bytes. */
const SLICE = 200_000

/** Lists and objects can take 50 times as much memory as their JSON. No device sends as many values. */
const MAX_VALUES = 300_000

/** A write besides its body: call, parameters and token. */
const MAX_ENVELOPE = 5_000
/** The request besides its writes: tokens, users and the names of writes, each with quotes, a comma and white space. */
const MAX_AROUND = 5_000 + 42 * MAX_NAMES

/**
 * Parses the body of `POST /api/changes`: a long one write by write, so that nobody else waits for it.
 * @param maxLength of the body of a write, in characters
 * @throws ApiError when the body is malformed or too much
 */
export async function parseSync(body: Buffer, maxLength: number): Promise<ReadSync> {
  if (body.length <= SHORT) return readSync(body.toString(), maxLength)
  const { list, items } = await findWrites(body)
  const around = Buffer.concat([body.subarray(0, list.start), body.subarray(list.end)])
  if (around.length > MAX_AROUND) throw new ApiError(apiErrors.malformedJson)
  // The list is empty here, unless there is a second one.
  const { writes, ...others } = checkSync(parseJson(around.toString()), items.length)
  if (writes.length > 0) throw new ApiError(apiErrors.malformedJson)
  const read: ReadWrite[] = []
  for (const [index, { start, end }] of items.entries()) {
    const item = body.subarray(start, end)
    read.push(
      item.length > 3 * maxLength + MAX_ENVELOPE
        ? tooLongWrite(nameIn(item), index)
        : readWrite(parseJson(item.toString()), index, maxLength),
    )
    await yieldToLoop()
  }
  return { ...others, writes: read }
}

/** A device writes the name first. */
function nameIn(write: Buffer): string | undefined {
  return /^\s*\{\s*"name"\s*:\s*"([\w-]+)"/.exec(write.toString('latin1', 0, 400))?.[1]
}

type Range = { start: number; end: number }

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const KEY = Buffer.from('"writes"')

/** Finds the list `writes` of the outer object, without its brackets, and its items. Does not check the syntax. */
async function findWrites(body: Buffer): Promise<{ list: Range; items: Range[] }> {
  const items: Range[] = []
  let list: Range | undefined
  let itemStart = -1
  let depth = 0
  let values = 0
  let lastText: Range = { start: 0, end: 0 }
  const endItem = (end: number) => {
    if (itemStart < end || items.length > 0) items.push({ start: itemStart, end })
    itemStart = -1
  }
  let nextYield = SLICE
  for (let at = 0; at < body.length; at++) {
    if (at >= nextYield) {
      nextYield = at + SLICE
      await yieldToLoop()
    }
    const byte = body[at]
    if (byte === QUOTE) {
      const end = await endOfText(body, at)
      lastText = { start: at, end }
      at = end - 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++
      const isKey = () => body.subarray(lastText.start, lastText.end).equals(KEY)
      if (depth === 2 && byte === OPEN_LIST && !list && isKey()) {
        list = { start: at + 1, end: -1 }
        itemStart = at + 1
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 2 && list?.end === -1) {
        list.end = at
        endItem(at)
      }
      depth--
    } else if (byte !== COMMA) continue
    else if (depth === 2 && list?.end === -1) {
      endItem(at)
      itemStart = at + 1
    }
    if (++values > MAX_VALUES)
      throw new ApiError({ status: 413, text: 'These are too many values.' })
    // The outer object, the list and the write.
    if (depth > MAX_DEPTH + 3 || depth < 0) throw new ApiError(apiErrors.malformedJson)
  }
  if (!list || list.end === -1) throw new ApiError(apiErrors.malformedJson)
  return { list, items }
}

/** Escaped quotes until other requests get a turn. */
const TRIES = 20_000

/** The place after the text that starts at `start`. */
async function endOfText(body: Buffer, start: number): Promise<number> {
  let from = start + 1
  for (let tries = 1; ; tries++) {
    if (tries % TRIES === 0) await yieldToLoop()
    const end = body.indexOf(QUOTE, from)
    if (end === -1) throw new ApiError(apiErrors.malformedJson)
    let before = end - 1
    while (body[before] === BACKSLASH) before--
    // An even number of backslashes escape each other.
    if ((end - before) % 2 === 1) return end + 1
    from = end + 1
  }
}
