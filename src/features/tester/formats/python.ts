import { notesOf, quoted, reachable, type Script, writeValue } from './script.ts'

/** Writes a Python script that uses the package `requests`. */
export function writePython(script: Script): string {
  // Names in the tester can be words of the language.
  const field = (variable: string) => `values[${quoted(variable)}]`
  function text(given: string): string {
    const parts = script.parts(given)
    // Only texts can be joined.
    const name = (variable: string) =>
      parts.length > 1 ? `str(${field(variable)})` : field(variable)
    return parts
      .map((one) => (typeof one === 'string' ? quoted(one) : name(one.variable)))
      .join(' + ')
  }
  const constants = { true: 'True', false: 'False', null: 'None' }
  const literal = (value: unknown) =>
    writeValue(value, { indent: '    ', text, constants }, '\n    ')

  const inputs = script.inputs.map(
    ({ variable }) => `${field(variable)} = os.environ[${quoted(variable)}]\n`,
  )
  const calls = script.steps.map(({ method, url, headers, data, isText, keeps }) => {
    const args = [quoted(method), text(reachable(url)), `headers=${literal(headers)}`]
    if (data !== undefined && isText) args.push(`data=(${literal(data)}).encode()`)
    else if (data !== undefined) args.push(`data=json.dumps(${literal(data)})`)
    const call = `response = requests.request(\n${args.map((arg) => `    ${arg},\n`).join('')})\n`
    const values = keeps.map(({ name, path }) => {
      return `${field(name)} = response.json()${path.map((key) => `[${literal(key)}]`).join('')}\n`
    })
    return `${call}print(response.status_code, response.text)\n${values.join('')}`
  })
  const head = 'import json\nimport os\n\nimport requests\n\nvalues = {}\n'
  return [notesOf(script), head, ...inputs, ...calls].join('')
}
