import type { Outgoing } from './outgoing.ts'

/** Everything that quoting can get wrong. */
export const NASTY = `'; rm -rf ~ #" $(id) \`id\` \\ \\' \\" \${x} !! %s \n\r\t \u2028 ${'ü車🏍'} </script> @file`
export const data = {
  [NASTY]: [NASTY, { content: NASTY, ['__proto__']: { admin: NASTY } }],
  n: 1e21,
}
export const nasty: Outgoing = {
  method: 'POST',
  url: `http://gearheads.test/api/it's/[1-9]{a,b}?q=$HOME&"x"=\\`,
  headers: { 'x-quote': `it's "$(id)" \\`, 'x-empty': '', "x'!": '@file' },
  data,
}

/** Run code as a module would, with these names in scope. */
export function run(code: string, scope: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  return new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope))
}
