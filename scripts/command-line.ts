/** What is wrong with an option, in words. The usage says what is right. */
export class WrongOption extends Error {}

/** A command of `npm run`, or a sub-command. */
export type Command = { USAGE: string; run: (args: string[]) => void | Promise<void> }

/**
 * Runs a command of this process: `--help` prints its usage; an error is printed in words, with the usage if an option is
 * wrong, and ends the process with 1. When a reader of its output has enough, as `head` has, the rest is dropped.
 */
export async function runCommand({ USAGE, run }: Command, args: string[]): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const end = args.indexOf('--')
  // What follows `--` is for another program.
  if (args.slice(0, end < 0 ? undefined : end).includes('--help'))
    return void process.stdout.write(USAGE)
  try {
    await run(args)
  } catch (error) {
    const { message = String(error), code } = error as NodeJS.ErrnoException
    const isUsage = error instanceof WrongOption || code?.startsWith('ERR_PARSE_ARGS')
    // Node.js adds how to write an argument that begins with a dash.
    const [text] = message.split('. To specify a positional argument')
    process.stderr.write(`${text}\n${isUsage ? `\n${USAGE}` : ''}`)
    process.exitCode ??= 1
  }
}
