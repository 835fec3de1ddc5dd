/** Returns a hue in degrees that is always the same for this id. Ids that follow each other differ clearly. */
export function hueOf(id: string): number {
  const hash = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0)
  // The golden angle.
  return Math.round(hash * 137.508) % 360
}
