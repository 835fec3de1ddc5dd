/**
 * The handle of a judged run: which planted defects are on, by their places in the list of defects. Every judged run has
 * one, a clean run too. It is opaque, not secret: see docs/testers.md#what-stays-open.
 */

/** @param mask has a bit for each defect. Bits beyond the list are decoys: they plant nothing. */
export function toHandle(salt: number, mask: number): string {
  return [salt, mask ^ spread(salt)].map(toHex).join('')
}

/** Whether a run has the defect at this place. */
export function isOn(handle: string, place: number): boolean {
  const [salt, mask] = [handle.slice(0, 8), handle.slice(8)].map((text) =>
    Number.parseInt(text, 16),
  )
  return (((mask ?? 0) ^ spread(salt ?? 0)) & (1 << place)) !== 0
}

const toHex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, '0')

/** The last steps of MurmurHash3. */
function spread(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return second ^ (second >>> 16)
}
