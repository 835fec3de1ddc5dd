import { REFERENCE } from '../request/request-model.ts'
import { slugOf } from '../saved/names.ts'
import { parseReference, referenceText } from '../saved/references.ts'
import type { Command } from './shell-words.ts'

/** The program of `sed` by which exports read a token from a reply. A token has no characters that JSON escapes. */
export const TOKEN_TEXT = 's/.*"encodedToken":"\\([^"]*\\)".*/\\1/'

/** Commands that only print, or check that a variable has a value. */
const PRINTS = /^(printf|echo|:)$/

/** The variables of a shell that have a reply, or a value of one. */
export class ShellValues {
  /** The names of requests by the variables that have their replies. */
  readonly #replies = new Map<string, string>()
  readonly #references = new Map<string, string>()
  /** The request whose reply the previous command has printed. */
  #printed: string | undefined

  filledIn = (words: readonly string[]) =>
    words.map((word) =>
      word.replace(REFERENCE, (found) => this.#references.get(found.slice(2, -2)) ?? found),
    )

  /**
   * Follows `x=$(curl …)`, `printf %s "$x" | …` and `y=$(… | jq -r .path)`.
   * @param request whose reply the command prints
   * @returns whether nothing of the command is lost
   */
  take({ words, output }: Command, request?: string): boolean {
    const [name = '', ...rest] = words
    const from = this.#printed
    const source = rest.at(-1)?.slice(2, -2) ?? ''
    this.#printed = request || (PRINTS.test(name) ? this.#replies.get(source) : undefined)
    if (request && output) this.#replies.set(output, request)
    const path =
      name === 'jq'
        ? rest.find((word) => !word.startsWith('-'))
        : words[1] === TOKEN_TEXT && '.encodedToken'
    const reference =
      from && path && parseReference(`${slugOf(from)}${path.replace(/^\.(?=\[|$)/, '')}`)
    if (!reference || !output) return PRINTS.test(name)
    this.#references.set(output, referenceText(reference))
    return true
  }
}
