import { readFileSync } from 'node:fs'

/** The environment variable with the data, for addresses with a password: everyone can read the process list. */
const VARIABLE = 'CLUB_DATA'

/**
 * Where the data are: from `--data`, the file of `--data-file`, or the environment.
 * @throws if both options are given, or the file cannot be read
 */
export function dataAddress(
  { data, 'data-file': file }: { data?: string; 'data-file'?: string },
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (data !== undefined && file !== undefined) {
    throw new Error('--data and --data-file exclude each other')
  }
  return file === undefined ? (data ?? env[VARIABLE]) : readFileSync(file, 'utf8').trim()
}

/** Whether a command line shows a password. */
export function showsPassword(args: readonly string[]): boolean {
  return args.some((arg) => redactSecrets(arg) !== arg)
}

/** Replaces the passwords in addresses of databases by `***`. */
export function redactSecrets(text: string): string {
  return text
    .replace(/(\bpostgres(?:ql)?:\/\/[^:@/\s]*):\S*@/gi, '$1:***@')
    .replace(/([?&]\w*password=)[^&\s]*/gi, '$1***')
}
