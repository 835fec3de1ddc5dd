/** What ends the session of a token with these claims, and allows nothing else (R3.32); `undefined` for an older token. */
export function endingOf({ _id, jti, exp, end }: Record<string, unknown>): string | undefined {
  return end ? [_id, jti, exp, end].join('.') : undefined
}
