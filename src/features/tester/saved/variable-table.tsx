import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { count } from '../../../ui/count.ts'
import shared from '../tester.module.css'
import styles from './saved.module.css'
import { setVariable, type Variable } from './variables.ts'

/** The variables of the saved requests: each takes a value, which is secret or not (R14.36). */
export function Variables({ variables }: { variables: readonly Variable[] }) {
  const missing = variables.filter(({ value }) => value === '').length
  if (variables.length === 0) return null
  return (
    <details open={missing > 0}>
      <summary className={shared.check}>
        {count(variables.length, 'variable')}
        {missing > 0 && `, ${missing} without a value`}
      </summary>
      <table className={styles.variables} aria-label="Variables">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Secret</th>
          </tr>
        </thead>
        <tbody>
          {variables.map((one) => (
            <Row key={one.name} variable={one} />
          ))}
        </tbody>
      </table>
      <p className={shared.quiet}>Secret values are not stored: a reload removes them.</p>
    </details>
  )
}

function Row({ variable }: { variable: Variable }) {
  const { name, isSecret } = variable
  const id = useId()
  const [typed, setTyped] = useState<string>()
  // The stored value arrives after the first render.
  const value = typed ?? variable.value
  const { mutate: change } = useMutation(setVariable)
  return (
    <tr>
      <th scope="row" id={id} className={shared.mono}>
        {name}
      </th>
      <td>
        <input
          className={shared.field}
          type={isSecret ? 'password' : 'text'}
          aria-labelledby={id}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            setTyped(event.target.value)
            change({ ...variable, value: event.target.value })
          }}
        />
      </td>
      <td>
        <label className={shared.check}>
          <input
            type="checkbox"
            aria-label={`${name} is secret`}
            checked={isSecret}
            onChange={(event) => change({ ...variable, value, isSecret: event.target.checked })}
          />
        </label>
      </td>
    </tr>
  )
}
