import shared from '../tester.module.css'
import styles from './controls.module.css'

type Props<Key extends string> = {
  legend: string
  options: readonly { key: Key; label: string; effect: string }[]
  isOn: (key: Key) => boolean
  onChange: (key: Key, on: boolean) => void
}

/** A group of checkboxes, each with an explanation. */
export function Switches<Key extends string>({ legend, options, isOn, onChange }: Props<Key>) {
  return (
    <fieldset className={styles.faults}>
      <legend>{legend}</legend>
      {options.map(({ key, label, effect }) => (
        <label key={key} className={shared.check}>
          <input
            type="checkbox"
            checked={isOn(key)}
            onChange={({ target }) => onChange(key, target.checked)}
          />
          <span>
            {label}
            <small className={styles.note}>{effect}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
