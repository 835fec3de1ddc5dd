/*
 * Variables in the texts of a step: a reply of one request has a value that a later one sends, such as an `_id`. Private-use
 * characters mark their names, which no other text contains.
 */
const OPEN = '\ue000'
const CLOSE = '\ue001'
const VARIABLE = /\ue000(\w+)\ue001/

/** The text that stands for a variable. */
export const variable = (name: string) => OPEN + name + CLOSE

/** A text as its parts: plain text, and the names of variables. */
export function splitVariables(text: string): { text?: string; name?: string }[] {
  return text
    .split(VARIABLE)
    .map((part, index) => (index % 2 ? { name: part } : { text: part }))
    .filter((part) => part.text !== '')
}

/** Replaces variables in the string literals of code by additions: `"/api/posts/" + id`. */
export function addVariables(code: string): string {
  return code.replace(/"(?:\\.|[^"\\])*"/g, (literal) => {
    if (!VARIABLE.test(literal)) return literal
    const parts = splitVariables(literal.slice(1, -1))
    return parts.map(({ text, name }) => name ?? `"${text}"`).join(' + ')
  })
}
