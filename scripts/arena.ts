/** `npm run arena -- …` judges agents and their findings (docs/testers.md#measure-an-agent). */

import { WrongOption, withNumbers } from './arena/options.ts'

/** A sub-command. */
export type Command = { USAGE: string; run: (args: string[]) => Promise<void> }

const commands: Record<string, () => Promise<Command>> = {
  do: () => import('./arena/do.ts'),
  find: () => import('./arena/find.ts'),
  serve: () => import('./arena/serve.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
try {
  if (!command) throw new Error(`npm run arena -- ${Object.keys(commands).join(' | ')} …`)
  await command.run(withNumbers(args))
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  process.stderr.write(`${message}\n`)
  const isUsage = error instanceof WrongOption || code?.startsWith('ERR_PARSE_ARGS')
  if (command && isUsage) process.stderr.write(`\n${command.USAGE}`)
  process.exitCode ??= 1
}
