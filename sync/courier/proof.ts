import { decode, encode } from 'jose/base64url'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import { array, type InferOutput, maxLength, object, pipe, safeParse, string, tuple } from 'valibot'
import { MAX_SIGNED } from './courier-rules.ts'

/*
 * A proof is worth exactly the writes that it lists: the JWS (RFC 7515, ES256) of a device of their author over the club, the
 * author, and the name and hash of each write (docs/sync.md#courier).
 */

const text = pipe(string(), maxLength(100))
const claims = object({
  club: text,
  author: text,
  writes: pipe(array(tuple([text, text])), maxLength(MAX_SIGNED)),
})
const header = object({ alg: string(), kid: text })

/** The content of a proof. */
export type Claims = InferOutput<typeof claims>
export type Proof = Claims & { kid: string }

/** A write as it is hashed. A picture counts in place of the body. */
type Hashed = {
  call: string
  params: Record<string, string>
  body?: unknown
  file?: { bytes: ArrayBuffer }
}

/** SHA-256 of call, parameters and body, as base64url. */
export async function hashWrite({ call, params, body, file }: Hashed): Promise<string> {
  // The type of a picture is read from its bytes.
  const content = file ? await sha256(new Uint8Array(file.bytes)) : body
  // Without a body is not the same as with `null`: the club's records of writes tell them apart.
  const parts = content === undefined ? [call, params] : [call, params, content]
  return sha256(encoder.encode(JSON.stringify(parts)))
}

export async function signClaims(key: CryptoKey, kid: string, content: Claims): Promise<string> {
  return new CompactSign(bytesOf(content)).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
}

/** A proof as it is made by {@link signClaims}, of a signature that travelled without its content. */
export function joinProof(kid: string, content: Claims, signature: string): string {
  const parts = [encoder.encode(JSON.stringify({ alg: 'ES256', kid })), bytesOf(content)]
  return [...parts.map((part) => encode(part)), signature].join('.')
}

/** The signature of a proof. */
export function signatureOf(proof: string): string {
  return proof.slice(proof.lastIndexOf('.') + 1)
}

/** Reads a proof without checking its signature. @returns `undefined` if it is none */
export function readProof(proof: string): Proof | undefined {
  const [first = '', second = ''] = proof.split('.')
  const head = safeParse(header, parse(first))
  const body = safeParse(claims, parse(second))
  if (!head.success || !body.success || head.output.alg !== 'ES256') return undefined
  return { ...body.output, kid: head.output.kid }
}

/** The proofs whose signature was valid, by key: each comes with every write that it lists. */
const verified = new Set<string>()
const MAX_VERIFIED = 500

/** Whether the signature is that of this public key. */
export async function isSignedBy({ x, y }: { x: string; y: string }, proof: string) {
  const name = `${x}.${y} ${proof}`
  if (verified.has(name)) return true
  const key = { kty: 'EC', crv: 'P-256', x, y }
  const isValid = await compactVerify(proof, key, { algorithms: ['ES256'] }).then(
    () => true,
    () => false,
  )
  const [oldest = ''] = verified
  if (verified.size >= MAX_VERIFIED) verified.delete(oldest)
  if (isValid) verified.add(name)
  return isValid
}

const encoder = new TextEncoder()

function bytesOf({ club, author, writes }: Claims): Uint8Array {
  return encoder.encode(JSON.stringify({ club, author, writes }))
}

function parse(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(decode(part)))
  } catch {
    return undefined
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
