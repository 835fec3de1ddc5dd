import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/** Sizes in bytes by file, so that a failing budget names the file. */
export type Sizes = Record<string, number>

export function total(sizes: Sizes): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0)
}

/** Sizes of the files of a build that was made with `manifest: true`. */
export class BuiltFiles {
  readonly #folder: string
  readonly #manifest: Record<string, Chunk>

  constructor(folder: string) {
    this.#folder = folder
    this.#manifest = JSON.parse(this.#read('.vite/manifest.json').toString())
  }

  gzipped(...files: string[]): Sizes {
    return this.#weigh(files, (content) => gzipSync(content, { level: 9 }))
  }

  /** The scripts that a screen needs: the page's entry and the named chunks, with all their imports. */
  scriptsOf(...names: string[]): string[] {
    return this.#chunksOf(names).map(({ file }) => file)
  }

  /** The style sheets that come with {@link scriptsOf}. */
  stylesOf(...names: string[]): string[] {
    return [...new Set(this.#chunksOf(names).flatMap(({ css = [] }) => css))]
  }

  /** The precache: the first stage compressed, and all files uncompressed. */
  precache(): { first: Sizes; all: Sizes } {
    const worker = this.#read('sw.js').toString()
    const entries = worker.matchAll(/"revision":"[^"]{0,12}","url":"([^"]+)"/g)
    const urls = [...entries].map(([, url = '']) => url)
    const first = urls.map((url) => (url === './' ? 'index.html' : url))
    const list = first.pop()
    const listed = Object.keys(JSON.parse(this.#read(`${list}`).toString()))
    const rest = listed.filter((name) => !name.startsWith('assets/reader-worker-'))
    return {
      first: this.#weigh(first, (content) => brotliCompressSync(content)),
      all: this.#weigh([...first, ...rest], (content) => content),
    }
  }

  #chunksOf(names: string[]): Chunk[] {
    const chunks = new Map<string, Chunk>()
    const add = (key: string) => {
      const chunk = this.#manifest[key]
      if (!chunk || chunks.has(chunk.file)) return
      chunks.set(chunk.file, chunk)
      chunk.imports?.forEach(add)
    }
    add('index.html')
    for (const name of names) {
      const keys = Object.keys(this.#manifest).filter((key) => this.#manifest[key]?.name === name)
      if (keys.length === 0) throw new Error(`The build has no chunk named ${name}`)
      keys.forEach(add)
    }
    return [...chunks.values()]
  }

  #weigh(files: string[], pack: (content: Buffer) => Buffer): Sizes {
    return Object.fromEntries(files.map((file) => [file, pack(this.#read(file)).length]))
  }

  #read(file: string): Buffer {
    return readFileSync(join(this.#folder, file))
  }
}
