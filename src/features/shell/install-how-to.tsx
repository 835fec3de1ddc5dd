import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './install-how-to.module.css'

/** How to install on iOS, and what nobody tells you about it. */
export function InstallHowTo({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Put Gearheads on your home screen" onClose={onClose}>
      <ol className={styles.steps}>
        <li>
          Tap <strong>Share</strong>, the square with the arrow, in Safari's bar.
        </li>
        <li>
          Choose <strong>Add to Home Screen</strong>, then <strong>Add</strong>.
        </li>
        <li>
          Open it once from the home screen <strong>while you have signal</strong>, and wait for
          “Ready to work offline”. From then on it needs none.
        </li>
      </ol>
      <p className={styles.note}>
        On iPhone and iPad the app on the home screen keeps data of its own: what you posted here in
        Safari stays here, and there you sign up anew.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Got it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
