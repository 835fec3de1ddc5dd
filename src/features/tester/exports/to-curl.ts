import {
  reachableOrigin,
  reachableUrl,
  type Step,
  type Token,
  tokensOf,
  whereItRuns,
} from './steps.ts'

/** Writes curl commands for a POSIX shell. */
export function toCurl(steps: readonly Step[]): string {
  const tokens = tokensOf(steps)
  const commands = steps.map((step) => {
    const headers = Object.entries(step.headers).map(([name, value]) =>
      // A semicolon is curl's syntax for a header without a value.
      quote(value ? `${name}: ${value}` : `${name};`),
    )
    const token = tokens.get(step.user)
    if (token) headers.push(`"authorization: $${variable(token)}"`)
    return command({ ...step, url: reachableUrl(step) }, headers)
  })
  const lines = [...whereItRuns(steps), ...[...tokens.values()].map(logIn)]
  return [...lines, commands.join('\necho\n')].join('\n')
}

const variable = ({ name }: Token) => name.toUpperCase()

function logIn(token: Token): string {
  const { username, password } = token
  if (password === undefined) {
    return `: "\${${variable(token)}:?must be set to a token of that server}"`
  }
  const url = `${reachableOrigin()}/api/auth/login`
  const call = command({ method: 'POST', url, data: { username, password } })
  const pick = quote('s/.*"encodedToken":"\\([^"]*\\)".*/\\1/')
  return `${variable(token)}=$(${call} --silent | sed ${pick})`
}

type Call = Pick<Step, 'method' | 'url' | 'data'>

function command({ method, url, data }: Call, headers: string[] = []): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    // Otherwise curl expands brackets and braces as patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...headers.map((header) => `-H ${header}`),
    ...(data === undefined ? [] : [`--data-raw ${quote(JSON.stringify(data))}`]),
  ].join(' \\\n  ')
}

/** A word for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
