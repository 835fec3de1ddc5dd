import {
  reachableOrigin,
  reachableUrl,
  type Step,
  type Token,
  tokensOf,
  whereItRuns,
} from './steps.ts'

/** Writes a Python script that uses the package `requests`. */
export function toPython(steps: readonly Step[]): string {
  const tokens = tokensOf(steps)
  const needsOs = [...tokens.values()].some(({ password }) => password === undefined)
  const calls = steps.map((step) => {
    const token = tokens.get(step.user)
    const headers = literal(step.headers)
    return `response = requests.request(
    ${literal(step.method)},
    ${literal(reachableUrl(step))},
    headers=${token ? `{**${headers}, "authorization": ${token.name}}` : headers},
${step.data === undefined ? '' : `    data=json.dumps(${literal(step.data)}),\n`})
print(response.status_code, response.text)`
  })
  const imports = ['import json', ...(needsOs ? ['import os'] : []), '', 'import requests', '']
  const logIns = [...tokens.values()].map(logIn)
  return `${[...whereItRuns(steps), ...imports, ...logIns, ...calls].join('\n')}\n`
}

function logIn({ name, username, password }: Token): string {
  // Set it to a token of that server.
  if (password === undefined) return `${name} = os.environ[${literal(name.toUpperCase())}]`
  const url = literal(`${reachableOrigin()}/api/auth/login`)
  const body = literal({ username, password })
  return `${name} = requests.post(\n    ${url},\n    json=${body},\n).json()["encodedToken"]`
}

const WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

/** Writes a JSON value as a Python literal. Strings and numbers are the same in both. */
function literal(value: unknown): string {
  const json = JSON.stringify(value, null, 4).replaceAll('\n', '\n    ')
  return json.replace(/"(?:\\.|[^"\\])*"|true|false|null/g, (token) => WORDS[token] ?? token)
}
