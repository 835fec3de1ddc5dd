/*
 * Splits commands into words, as shells do. Small libraries for this know neither $'…' nor the quotes of Windows, and some
 * take quadratic time. Each character is read once here.
 */

/** The words of each command, and whether the text has parts that only a shell can fill in. */
export type Commands = { commands: string[][]; hasVariables: boolean }

/** A quote that is not closed. */
export class QuoteError extends Error {}

/** Copied for the command line of Windows: lines continue with ^, which also escapes quotes. */
const WINDOWS = /(^|\s)\^"|\^\r?\n/

/** @throws QuoteError */
export function splitCommands(text: string): Commands {
  return WINDOWS.test(text) ? splitWindows(text) : splitPosix(text)
}

class Words {
  readonly commands: string[][] = [[]]
  #word: string[] | undefined

  /** Adds to the current word, which may stay empty: `''`. */
  add(text: string): void {
    this.#word ??= []
    this.#word.push(text)
  }

  endWord(): void {
    if (this.#word) this.commands.at(-1)?.push(this.#word.join(''))
    this.#word = undefined
  }

  endCommand(): void {
    this.endWord()
    if (this.commands.at(-1)?.length) this.commands.push([])
  }

  end(): string[][] {
    this.endCommand()
    return this.commands.slice(0, -1)
  }
}

/** POSIX shell, and $'…' of Bash and Zsh. */
function splitPosix(text: string): Commands {
  const words = new Words()
  let hasVariables = false
  let isWord = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    const next = text[index + 1]
    const wasWord: boolean = isWord
    isWord = true
    if (char === "'") {
      const end = closing(text, "'", index)
      words.add(text.slice(index + 1, end))
      index = end
    } else if (char === '"') {
      const quoted = doubleQuoted(text, index)
      words.add(quoted.text)
      hasVariables ||= quoted.hasVariables
      index = quoted.end
    } else if (char === '$' && next === "'") {
      const quoted = ansiQuoted(text, index + 1)
      words.add(quoted.text)
      index = quoted.end
    } else if (char === '\\') {
      const length = text.startsWith('\r\n', index + 1) ? 2 : 1
      if (next !== '\n' && length === 1) words.add(next ?? '')
      else isWord = wasWord
      index += length
    } else if (char === '\n' || ';|&'.includes(char)) {
      words.endCommand()
      isWord = false
    } else if (/\s/.test(char)) {
      words.endWord()
      isWord = false
    } else if (char === '#' && !wasWord) {
      while (index + 1 < text.length && text[index + 1] !== '\n') index += 1
      isWord = false
    } else {
      hasVariables ||= isVariable(char, next)
      words.add(char)
    }
  }
  return { commands: words.end(), hasVariables }
}

const isVariable = (char: string, next = '') =>
  char === '`' || (char === '$' && /[\w{(]/.test(next))

function closing(text: string, quote: string, start: number): number {
  const end = text.indexOf(quote, start + 1)
  if (end === -1) throw new QuoteError(`A quote (${quote}) is not closed.`)
  return end
}

/** @param start of the quote */
function doubleQuoted(text: string, start: number) {
  const parts: string[] = []
  let hasVariables = false
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === '"') return { text: parts.join(''), end: index, hasVariables }
    const next = text[index + 1] ?? ''
    if (char === '\\' && '"\\$`\n'.includes(next) && next) {
      if (next !== '\n') parts.push(next)
      index += 1
      continue
    }
    hasVariables ||= isVariable(char, next)
    parts.push(char)
  }
  throw new QuoteError('A quote (") is not closed.')
}

const ESCAPES: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
/** Sticky, so that each match begins at the current character. */
const CODE = /u([\da-f]{1,4})|U([\da-f]{1,8})|x([\da-f]{1,2})|([0-7]{1,3})/iy

/** @param start of the quote after the dollar sign */
function ansiQuoted(text: string, start: number) {
  const parts: string[] = []
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === "'") return { text: parts.join(''), end: index }
    if (char !== '\\') {
      parts.push(char)
      continue
    }
    CODE.lastIndex = index + 1
    const [code, short, long, hex, octal] = CODE.exec(text) ?? []
    if (code) {
      const point = octal
        ? Number.parseInt(octal, 8)
        : Number.parseInt(short ?? long ?? hex ?? '', 16)
      // Surrogates come as two escapes, so these are UTF-16 units.
      parts.push(
        point > 0xffff
          ? String.fromCodePoint(Math.min(point, 0x10ffff))
          : String.fromCharCode(point),
      )
      index += code.length
    } else {
      const next = text[index + 1] ?? ''
      parts.push(ESCAPES[next] ?? next)
      index += 1
    }
  }
  throw new QuoteError("A quote (') is not closed.")
}

/** First the escapes of the command line, then the quotes of the program: Windows has two steps. */
function splitWindows(text: string): Commands {
  // Chromium doubles all backslashes, although only those before a quote need it.
  const isDoubled = text.includes('^\\^\\')
  const lines = unescapeCarets(text.replaceAll('\r\n', '\n'))
  const commands = lines.map((line) => splitArguments(line, isDoubled))
  return { commands: commands.filter((words) => words.length > 0), hasVariables: false }
}

/** The lines of commands, in which `^` is resolved. */
function unescapeCarets(text: string): string[] {
  const lines: string[][] = [[]]
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === '"') isQuoted = !isQuoted
    if (char === '^' && !isQuoted) {
      index += 1
      if (text[index] !== '\n') lines.at(-1)?.push(text[index] ?? '')
      else if (text[index + 1] === '\n') {
        // After a continued line, a line break stands for itself.
        lines.at(-1)?.push('\n')
        index += 1
      }
    } else if ((char === '\n' || '&|'.includes(char)) && !isQuoted) lines.push([])
    else lines.at(-1)?.push(char)
  }
  return lines.map((chars) => chars.join(''))
}

/** As programs of Windows split their command line: backslashes count only before a quote. */
function splitArguments(line: string, isDoubled: boolean): string[] {
  const words = new Words()
  let isQuoted = false
  for (let index = 0; index < line.length; index += 1) {
    const char = line[index] ?? ''
    if (char === '\\') {
      let end = index
      while (line[end] === '\\') end += 1
      const count = end - index
      const isBeforeQuote = line[end] === '"'
      words.add('\\'.repeat(isBeforeQuote || isDoubled ? Math.floor(count / 2) : count))
      if (isBeforeQuote && count % 2 === 1) {
        words.add('"')
        end += 1
      }
      index = end - 1
    } else if (char === '"') {
      if (isQuoted && line[index + 1] === '"') {
        words.add('"')
        index += 1
      } else isQuoted = !isQuoted
      words.add('')
    } else if (/\s/.test(char) && !isQuoted) words.endWord()
    else words.add(char)
  }
  if (isQuoted) throw new QuoteError('A quote (") is not closed.')
  return words.end().flat()
}
