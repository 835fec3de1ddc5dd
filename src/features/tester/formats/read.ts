import { parse } from 'yaml'
import { formatBytes } from '../format.ts'
import { readCurl } from './curl.ts'
import { readHar } from './har.ts'
import { isOpenApi, readOpenApi } from './openapi.ts'
import { isOwnFile, readOwnFile } from './own-file.ts'
import { isPostman, readPostman } from './postman.ts'
import type { Imported } from './reading.ts'
import { isCurl, isJson, mayBeRequest } from './recognise.ts'

/** In characters. */
const MAX_LENGTH = 100_000_000

/** Unlike an address such as `{{host}}/users` or `[::1]:80`. */
const BEGINS_JSON = /^\s*(\{\s*"|\[\s*\{\s*")/

const problem = (text: string): Imported => ({ requests: [], leftOut: [], problem: text })

/**
 * Reads a curl command, a HAR or an entry of one, an OpenAPI document, a collection of Postman, or a file of this app as
 * requests (R14.21). Sends nothing.
 * @returns `undefined` for any other text, such as an address
 */
export async function readText(text: string): Promise<Imported | undefined> {
  if (!mayBeRequest(text)) return undefined
  if (text.length > MAX_LENGTH) return problem('This text is too long to be read.')
  if (!isJson(text) && isCurl(text)) return readCurl(text)
  let data: unknown
  try {
    data = isJson(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 100 })
  } catch {
    if (!isJson(text)) return problem('This text is no valid YAML.')
    return BEGINS_JSON.test(text)
      ? problem('This text begins as JSON, and is cut off or malformed.')
      : undefined
  }
  if (isOpenApi(data)) return readOpenApi(data)
  if (isPostman(data)) return readPostman(data)
  if (isOwnFile(data)) return readOwnFile(data)
  return readHar(data)
}

/** Reads a file. One that is none of the formats has a problem. */
export async function readFile(file: Blob): Promise<Imported> {
  if (file.size > MAX_LENGTH)
    return problem(
      `This file has ${formatBytes(file.size)}; up to ${formatBytes(MAX_LENGTH)} can be read.`,
    )
  const text = (await file.text()).replace(/^\uFEFF/, '')
  const read = await readText(text)
  if (!read)
    return problem(
      'This file is no collection of Postman (v2.0 or v2.1), OpenAPI document, HAR, curl command or list of this app.',
    )
  if (read.problem || read.requests.length > 0) return read
  return { ...read, problem: 'This file has no requests that can be kept.' }
}
