/** Writes a JavaScript string literal in single quotes. */
export function quoteJs(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)|'/g, (match, escaped) =>
      match === "'" ? "\\'" : escaped === '"' ? '"' : match,
    )
  return `'${inner}'`
}

/** Writes a JSON value as a JavaScript literal. Lines after the first are indented by `indent` spaces. */
export function literal(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, 2)
    // A plain `__proto__` key would set the prototype. Strings never match: they contain no line breaks.
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
  return json.replaceAll('\n', `\n${' '.repeat(indent)}`)
}
