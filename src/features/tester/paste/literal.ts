/** JavaScript that is more than literals. */
export class LiteralError extends Error {}

const MAX_DEPTH = 200
const NAME = /[\w$]+/y
const NUMBER = /-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?/iy
const SPACE = /\s*/y
const ESCAPES: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
}

/** Reads the arguments of a call in JavaScript: literals of JSON and JavaScript, and `JSON.stringify` of one. Runs nothing. */
export class LiteralReader {
  #index: number
  readonly #text: string

  /** @param start of the first argument */
  constructor(text: string, start: number) {
    this.#text = text
    this.#index = start
  }

  /** The arguments up to the closing parenthesis. @throws LiteralError */
  readArguments(): unknown[] {
    return this.#readList(')', 0)
  }

  #readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new LiteralError('It nests too deep.')
    const char = this.#peek()
    if ('"\'`'.includes(char) && char) return this.#readString(char)
    if (this.#take('[')) return this.#readList(']', depth + 1)
    if (this.#take('{')) return this.#readObject(depth + 1)
    const number = this.#match(NUMBER)
    if (number !== undefined) return Number(number)
    const name = this.#match(NAME)
    if (name === 'true' || name === 'false') return name === 'true'
    if (name === 'null') return null
    if (name === 'undefined') return undefined
    if (
      name === 'JSON' &&
      this.#take('.') &&
      this.#match(NAME) === 'stringify' &&
      this.#take('(')
    ) {
      const [value, , indent] = this.#readList(')', depth + 1)
      return JSON.stringify(value, null, Number(indent) || 0)
    }
    throw new LiteralError(`${name ?? char} is no literal.`)
  }

  #readList(end: string, depth: number): unknown[] {
    const values: unknown[] = []
    while (!this.#take(end)) {
      values.push(this.#readValue(depth))
      if (!this.#take(',') && this.#peek() !== end) throw new LiteralError(`There is no ${end}.`)
    }
    return values
  }

  #readObject(depth: number): unknown {
    const entries: [string, unknown][] = []
    while (!this.#take('}')) {
      const quote = this.#peek()
      const key = '"\''.includes(quote) && quote ? this.#readString(quote) : this.#match(NAME)
      if (key === undefined || !this.#take(':')) throw new LiteralError('A property has no value.')
      entries.push([key, this.#readValue(depth)])
      if (!this.#take(',') && this.#peek() !== '}') throw new LiteralError('There is no }.')
    }
    return Object.fromEntries(entries)
  }

  #readString(quote: string): string {
    const parts: string[] = []
    for (this.#index += 1; this.#index < this.#text.length; this.#index += 1) {
      const char = this.#text[this.#index] ?? ''
      if (char === quote) {
        this.#index += 1
        return parts.join('')
      }
      if (quote === '`' && this.#text.startsWith('${', this.#index))
        throw new LiteralError('A template is no literal.')
      parts.push(char === '\\' ? this.#readEscape() : char)
    }
    throw new LiteralError(`A quote (${quote}) is not closed.`)
  }

  #readEscape(): string {
    this.#index += 1
    const char = this.#text[this.#index] ?? ''
    const rest = this.#text.slice(this.#index, this.#index + 12)
    const [code, four, braced, two] =
      /^(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2}))/i.exec(rest) ?? []
    if (code) {
      this.#index += code.length - 1
      if (!braced) return String.fromCharCode(Number.parseInt(four ?? two ?? '', 16))
      return String.fromCodePoint(Math.min(Number.parseInt(braced, 16), 0x10ffff))
    }
    return char === '\n' ? '' : (ESCAPES[char] ?? char)
  }

  /** The next character after white space. */
  #peek(): string {
    SPACE.lastIndex = this.#index
    SPACE.exec(this.#text)
    this.#index = SPACE.lastIndex
    return this.#text[this.#index] ?? ''
  }

  #take(char: string): boolean {
    const isNext = this.#peek() === char
    if (isNext) this.#index += 1
    return isNext
  }

  #match(pattern: RegExp): string | undefined {
    this.#peek()
    pattern.lastIndex = this.#index
    const [found] = pattern.exec(this.#text) ?? []
    if (found) this.#index = pattern.lastIndex
    return found
  }
}
