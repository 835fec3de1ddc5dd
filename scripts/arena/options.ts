import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { WrongOption } from '../command-line.ts'

/** In the folder in which npm was started. */
export const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file)

/** @throws WrongOption */
export function countOf(name: string, value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count > 0) return count
  throw new WrongOption(`${name} must be a whole number, 1 or more.`)
}

/**
 * Writes the result so far.
 * @param name of the file, if there is one
 * @param none what it has at first
 * @throws Error in words, before anything has run
 */
export function resultFile(name: string | undefined, none: unknown): (result: unknown) => void {
  if (name === undefined) return () => undefined
  const file = pathOf(name)
  const write = (result: unknown) => writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  try {
    write(none)
  } catch (error) {
    throw new Error(`--json cannot be written: ${(error as Error).message}`)
  }
  return write
}

/** Joins an option and a negative number, which `parseArgs` takes for another option. */
export function withNumbers(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  const given: string[] = []
  for (const [at, arg] of args.entries()) {
    const option = given.at(-1) ?? ''
    const isNumber = /^-\d/.test(arg) && /^--\w+$/.test(option) && (end < 0 || at < end)
    if (isNumber) given.splice(-1, 1, `${option}=${arg}`)
    else given.push(arg)
  }
  return given
}
