/** `npm run arena -- …` judges agents and their findings (docs/testers.md#measure-an-agent). */

/** A sub-command. */
export type Command = { USAGE: string; run: (args: string[]) => Promise<void> }

const commands: Record<string, () => Promise<Command>> = {
  do: () => import('./arena/do.ts'),
  find: () => import('./arena/find.ts'),
  serve: () => import('./arena/serve.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const command = await commands[name]?.()
try {
  if (!command) throw new Error(`npm run arena -- ${Object.keys(commands).join(' | ')} …`)
  await command.run(args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  if (command) process.stderr.write(`\n${command.USAGE}`)
  process.exitCode = 1
}
