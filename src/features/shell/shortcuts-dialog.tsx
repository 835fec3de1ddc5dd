import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SHORTCUTS, singleKeys } from '../../ui/shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

const ROWS = Object.values(SHORTCUTS)
const SCOPES = [...new Set(ROWS.map(({ scope }) => scope))]

/** Lists the keyboard shortcuts, and turns those with a single key off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} focusTitle>
      <SingleKeysSetting />
      {SCOPES.map((scope) => (
        <section key={scope}>
          <h3>{scope}</h3>
          <dl className={styles.keys}>
            {ROWS.filter((row) => row.scope === scope).map(({ keys, words }) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key.replace('Mod', 'Ctrl or ⌘').replace(/\+(?=.)/, ' + ')}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function SingleKeysSetting() {
  const [isOn, setOn] = useState(singleKeys.isOn)
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          singleKeys.turn(target.checked)
          setOn(target.checked)
        }}
      />
      Single keys work on every screen
    </label>
  )
}
