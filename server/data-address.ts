import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hostAddresses } from './adapters/pg-address.ts'
import { realFile } from './files.ts'

/** The environment variable with the data, for addresses with a password: everyone can read the process list. */
const VARIABLE = 'CLUB_DATA'

/**
 * Where the data are, without links: from `--data`, the file of `--data-file`, or the environment.
 * @throws if both options are given, the file cannot be read, or the address has a mistake
 */
export function dataAddress(
  { data, 'data-file': file }: { data?: string; 'data-file'?: string },
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (data !== undefined && file !== undefined) {
    throw new Error('--data and --data-file exclude each other')
  }
  const address = file === undefined ? (data ?? env[VARIABLE]) : readFileSync(file, 'utf8').trim()
  if (address === undefined) return undefined
  if (address.trim() === '') throw new Error(EMPTY)
  if (!isUsable(address)) throw new Error(UNUSABLE)
  if (POSTGRES.test(address) || address === ':memory:') return address
  const real = realFile(address)
  return real === resolve(address) ? address : real
}

const EMPTY = `${VARIABLE}, --data or --data-file is empty: it must name a file or a database.`
const UNUSABLE =
  'The data are a file, or postgres://user:password@host:port/database, with signs such as @, /, #, ? and % in the password as %40, %2F, %23, %3F and %25.'
const POSTGRES = /^postgres(ql)?:\/\//i
/** An address with a typo in the name of its protocol would name a new file. */
const MISTYPED = /^[\w+.-]+:\/\/|^\w+\/\/\S*@/
/** It names a socket instead of a host. */
const WITHOUT_HOST = /^\w+:\/\/([^/@]*@)?(\/|$)/

function isUsable(address: string): boolean {
  if (!POSTGRES.test(address)) return !MISTYPED.test(address)
  if (WITHOUT_HOST.test(address)) return true
  return hostAddresses(address).every((one) => {
    const url = URL.parse(one)
    return url !== null && isEncoded(url.password) && isEncoded(url.username)
  })
}

function isEncoded(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text)
}

/** Whether a command line shows a password. */
export function showsPassword(args: readonly string[]): boolean {
  return args.some((arg) => redactSecrets(arg) !== arg)
}

/** Replaces the passwords in addresses of databases by `***`. */
export function redactSecrets(text: string): string {
  return (
    text
      // With a typo in the name of the protocol, too.
      .replace(/(\b[a-z][\w+.-]*:?\/\/[^:@/\s]*):\S*@/gi, '$1:***@')
      .replace(/([?&]\w*password=)[^&\s]*/gi, '$1***')
  )
}
