/* Apart from the readers, which a worker has: the page only asks whether a pasted text is for them. */

export const isJson = (text: string) => /^\s*[{[]/.test(text)
const isYaml = (text: string) => /^["']?(openapi|swagger)["']?[ \t]*:/m.test(text.slice(0, 5000))
/** A script can begin with something else. */
export const isCurl = (text: string) =>
  /^[ \t]*(\$[ \t]+)?(\w+=("[^"\n]*"|'[^'\n]*'|[^\s"'])*[ \t]+)*(\w+=\$\()?curl(\.exe)?\s/im.test(
    text,
  )

/** Whether a text can be one that `readText` reads. */
export const mayBeRequest = (text: string) => isJson(text) || isYaml(text) || isCurl(text)
