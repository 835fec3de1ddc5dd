import type { Reading } from './reading.ts'
import { SESSION_REFERENCE } from './reading.ts'
import { INPUT_PREFIX, SESSION_INPUT } from './script.ts'

/*
 * Splits commands into words, as shells do. Small libraries for this do not know $'…', and some take quadratic time. Each
 * character is read once here.
 */

/** A command: its words, the text of its heredoc, and the variable that takes the output of its pipeline. */
export type Command = { words: string[]; input?: string; output?: string }

/** A quote that is not closed. */
export class QuoteError extends Error {}

type Reporter = Pick<Reading, 'leave'>

/**
 * Splits by the rules of a POSIX shell, and of $'…' of Bash and Zsh. Variables become those of the tester: `{{HOST}}`.
 * @param reading takes what only a shell can fill in
 * @throws QuoteError
 */
export function splitCommands(text: string, reading: Reporter): Command[] {
  const shell = new Shell(text, reading)
  while (shell.index < text.length) {
    for (const [pattern, apply] of RULES) {
      pattern.lastIndex = shell.index
      const found = pattern.exec(text)
      if (!found) continue
      shell.index = pattern.lastIndex
      apply(shell, found)
      break
    }
  }
  shell.endCommand()
  return shell.commands.filter(({ words }) => words.length > 0)
}

class Shell {
  readonly text: string
  readonly reading: Reporter
  readonly commands: Command[] = [{ words: [] }]
  index = 0
  #word: string[] | undefined
  /** The next word is the file of a redirection. */
  #isFile = false
  readonly #outputs: string[] = []
  /** The end of the heredoc that begins with the next line. */
  #heredoc: { end: string; hasTabs: boolean } | undefined

  constructor(text: string, reading: Reporter) {
    this.text = text
    this.reading = reading
  }

  /** Adds to the current word, which may stay empty: `''`. */
  add(text: string): void {
    this.#word ??= []
    this.#word.push(text)
  }

  /**
   * The text up to the quote that closes. A single pattern for all of it would need a stack as long as the text.
   * @throws QuoteError
   */
  quoted(quote: string): string {
    const start = this.index
    const pattern = new RegExp(String.raw`\\[\s\S]|\$\(json "\$\w+"\)|${quote}`, 'g')
    pattern.lastIndex = start
    for (let found = pattern.exec(this.text); found; found = pattern.exec(this.text))
      if (found[0] === quote) {
        this.index = pattern.lastIndex
        return this.text.slice(start, found.index)
      }
    throw new QuoteError(`A quote (${quote}) is not closed.`)
  }

  endWord(): void {
    if (!this.#word) return
    if (!this.#isFile) this.commands.at(-1)?.words.push(this.#word.join(''))
    this.#isFile = false
    this.#word = undefined
  }

  endCommand(): void {
    this.endWord()
    if (this.commands.at(-1)?.words.length) this.commands.push({ words: [] })
  }

  endLine(): void {
    if (this.#heredoc) this.#readHeredoc(this.#heredoc)
    this.#heredoc = undefined
    this.endCommand()
  }

  /** Begins a redirection; the number before it, as in `2>`, is a part of it. */
  redirect(sign: string): void {
    if (/^\d*$/.test(this.#word?.join('') ?? '')) this.#word = undefined
    this.endWord()
    this.#isFile = true
    if (sign.startsWith('<')) this.reading.leave('file', 'as the input')
  }

  heredoc(end: string, hasTabs: boolean): void {
    this.#heredoc = { end, hasTabs }
    this.endWord()
  }

  #readHeredoc({ end, hasTabs }: { end: string; hasTabs: boolean }): void {
    const lines: string[] = []
    while (this.index < this.text.length) {
      const stop = this.text.indexOf('\n', this.index)
      const line = this.text.slice(this.index, stop === -1 ? this.text.length : stop)
      const own = line.replace(/\r$/, '').replace(hasTabs ? /^\t+/ : '', '')
      this.index += line.length + 1
      if (own === end) break
      lines.push(`${own}\n`)
    }
    const command = this.commands.at(-1)
    if (command) command.input = lines.join('')
  }

  /** `name=$(` begins the command whose output is the value of a variable. */
  substitute(sign: string): void {
    const [, name] = (sign === '$(' && /^(\w+)=$/.exec(this.#word?.join('') ?? '')) || []
    if (name) {
      this.#word = undefined
      this.#outputs.push(name)
      this.endCommand()
    } else this.expand(sign)
  }

  close(): void {
    const output = this.#outputs.pop()
    if (output === undefined) return void this.add(')')
    this.endCommand()
    const last = this.commands.findLast(({ words }) => words.length > 0)
    if (last) last.output = output
  }

  /** Inside of a word, the sign begins no comment. */
  comment(sign: string): void {
    if (this.#word) return void this.add(sign)
    const end = this.text.indexOf('\n', this.index)
    this.index = end === -1 ? this.text.length : end
  }

  /** Adds a text, whose variables are filled in. */
  expand(text: string): void {
    this.add(
      text.replace(EXPANSION, (found, escaped, plain, braced, json) => {
        const name = plain ?? braced ?? json
        if (name === SESSION_INPUT) return SESSION_REFERENCE
        if (name) return `{{${name.replace(INPUT_PREFIX, '')}}}`
        if (escaped !== undefined) return escaped === '\n' ? '' : escaped
        this.reading.leave('expression', 'that only a shell can fill in')
        return found
      }),
    )
  }
}

/** `$(json "$x")` is what exports of this app write in place of a value in JSON. */
const NAME = String.raw`\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::\?[^{}]*)?\}|\(json "\$(\w+)"\))`
/** An escaped character, a variable, or something else that a shell fills in. */
const EXPANSION = new RegExp(String.raw`\\(["\\$\x60\n])|${NAME}|\$(?=[({])|\x60`, 'g')

/** What can begin at a character, in the order in which it is tried, and what it does. */
const RULES: readonly [RegExp, (shell: Shell, found: RegExpExecArray) => void][] = [
  [/[\w%*+,./:=?@[\]^{}~!-]+/y, (shell, [text]) => shell.add(text)],
  [/'([^']*)'/y, (shell, [, text = '']) => shell.add(text)],
  [/\$'/y, (shell) => shell.add(ansiText(shell.quoted("'")))],
  [/"/y, (shell) => shell.expand(shell.quoted('"'))],
  [/'/y, (shell) => shell.quoted("'")],
  [/\\(?:\r?\n|([\s\S]?))/y, (shell, [, char]) => char !== undefined && shell.add(char)],
  [/\n/y, (shell) => shell.endLine()],
  [
    /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/y,
    (shell, [, tabs, single, double, plain]) =>
      shell.heredoc(single ?? double ?? plain ?? '', tabs === '-'),
  ],
  [/&?(?:<<<|>>|>\||>&|<&|<>|<<|>|<)/y, (shell, [sign]) => shell.redirect(sign)],
  [/[;|&]/y, (shell) => shell.endCommand()],
  [/\s/y, (shell) => shell.endWord()],
  [/#/y, (shell, [sign]) => shell.comment(sign)],
  [new RegExp(NAME, 'y'), (shell, [text]) => shell.expand(text)],
  [/\$[({]/y, (shell, [sign]) => shell.substitute(sign)],
  [/\)/y, (shell) => shell.close()],
  [/[\s\S]/y, (shell, [text]) => shell.expand(text)],
]

const ESCAPES: Record<string, string> = {
  ...{ a: '\u0007', b: '\b', e: '\u001b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

/** The text of `$'…'`. */
const ansiText = (text: string) =>
  text.replace(
    /\\(?:u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|x([\dA-Fa-f]{1,2})|([0-7]{1,3})|([\s\S]))/g,
    (_, short, long, hex, octal, char) => {
      if (char !== undefined) return ESCAPES[char] ?? char
      const point = octal ? Number.parseInt(octal, 8) : Number.parseInt(short ?? long ?? hex, 16)
      // Surrogates come as two escapes, so these are UTF-16 units.
      return point > 0xffff
        ? String.fromCodePoint(Math.min(point, 0x10ffff))
        : String.fromCharCode(point)
    },
  )
