import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

const KEYS = [
  { keys: ['Ctrl or ⌘ + Enter'], does: 'Send the request' },
  { keys: ['Escape'], does: 'Cancel the request that is on its way' },
  { keys: ['/'], does: 'Search the API' },
  { keys: ['?'], does: 'Show this list' },
  { keys: ['F2', 'Ctrl or ⌘ + click'], does: 'Edit a value of the response' },
  { keys: ['Ctrl or ⌘ + Enter'], does: 'Keep an edited value' },
  { keys: ['Escape'], does: 'Drop an edited value' },
]

type Props = { single: boolean; onSingle: (single: boolean) => void; onClose: () => void }

/** The keys of the tester, and the switch for those that are one letter. */
export function ShortcutsDialog({ single, onSingle, onClose }: Props) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.single}>
        <input
          type="checkbox"
          checked={single}
          onChange={(event) => onSingle(event.target.checked)}
        />
        Use single keys (/ and ?)
      </label>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
