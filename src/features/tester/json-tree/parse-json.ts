type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * JSON, except that a number that `keeps` refuses stays the text it was: 12345678901234567890 would
 * be 12345678901234567000. Browsers that do not tell a reviver the source (before 2025) round it.
 * @throws SyntaxError
 */
export function parseJson(text: string, keeps: (source: string) => boolean): unknown {
  const revive: Reviver = (_key, value, context) =>
    typeof value === 'number' && context?.source && !keeps(context.source) ? context.source : value
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}
