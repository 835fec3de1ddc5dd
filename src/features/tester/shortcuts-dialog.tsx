import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './tester.module.css'

const SHORTCUTS = [
  { keys: ['Ctrl or ⌘ + Enter'], action: 'Send the request' },
  { keys: ['Escape'], action: 'Cancel the pending request' },
  { keys: ['F2', 'Ctrl or ⌘ + click'], action: 'Edit a value of the response' },
  { keys: ['Ctrl or ⌘ + Enter'], action: 'Save an edited value' },
  { keys: ['Escape'], action: 'Discard an edited value' },
  { keys: ['U'], action: 'Use a value of the response in a request' },
  { keys: ['E'], action: 'Expect a value of the response' },
  { keys: ['Alt + ↑', 'Alt + ↓'], action: 'Move a saved request' },
]

/** Lists the keyboard shortcuts of the tester. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={`${styles.stack} ${styles.keys}`}>
        {SHORTCUTS.map(({ keys, action }) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
