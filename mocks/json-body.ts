import { isShared, SLICE, yieldToLoop } from './slices.ts'

/** `reply` as JSON. In Node, a list of thousands of rows does not keep other requests waiting. */
export async function jsonBody(reply: object): Promise<BodyInit> {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > SLICE
  if (!isShared || !Object.values(reply).some(isLong)) return JSON.stringify(reply)
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const add = (text: string) => parts.push(encoder.encode(text))
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined) continue
    add(`${parts.length > 0 ? ',' : '{'}${JSON.stringify(name)}:`)
    if (!isLong(value)) {
      add(JSON.stringify(value))
      continue
    }
    for (let at = 0; at < value.length; at += SLICE) {
      const rows = JSON.stringify(value.slice(at, at + SLICE)).slice(1, -1)
      add((at === 0 ? '[' : ',') + rows)
      await yieldToLoop()
    }
    add(']')
  }
  add('}')
  return new Blob(parts)
}
