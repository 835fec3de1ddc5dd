/** `npm run arena -- …` judges agents and their findings (docs/testers.md#measure-an-agent). */

import { withNumbers } from './arena/options.ts'
import { type Command, runCommand, WrongOption } from './command-line.ts'

const commands: Record<string, () => Promise<Command>> = {
  do: () => import('./arena/do.ts'),
  find: () => import('./arena/find.ts'),
  serve: () => import('./arena/serve.ts'),
}
const all: Command = {
  USAGE: `npm run arena -- ${Object.keys(commands).join(' | ')} …\n`,
  run() {
    throw new WrongOption('Which command?')
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
await runCommand(command ?? all, withNumbers(command ? args : [name]))
