/** A word for a POSIX shell, whatever is in it. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A JavaScript string in single quotes. */
export function quoteJs(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)|'/g, (match, escaped) =>
      match === "'" ? "\\'" : escaped === '"' ? '"' : match,
    )
  return `'${inner}'`
}

/** A JSON value as JavaScript, its lines after the first indented by `indent` spaces. */
export function literal(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, 2)
    // As a bare key this would set the prototype. JSON holds line ends in its keys' lines only.
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
  return json.replaceAll('\n', `\n${' '.repeat(indent)}`)
}
