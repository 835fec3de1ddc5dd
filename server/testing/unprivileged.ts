import { type ChildProcess, execFileSync, spawn } from 'node:child_process'

const isRoot = process.getuid?.() === 0

/** Starts a program, as the user of PostgreSQL where this is root, which Debian's programs refuse. @param lines gets the last ones that it prints */
export function startUnprivileged(lines: string[], command: string[]): ChildProcess {
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
  const [program = '', ...args] = isRoot ? [...user, ...command] : command
  const child = spawn(program, args)
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text) => {
      lines.push(text)
      if (lines.length > 200) lines.shift()
    })
  }
  return child
}

/** Lets such a program write a folder. */
export function giveToPostgres(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'postgres:', folder])
}
