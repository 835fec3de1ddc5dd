import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './install-dialog.module.css'

/** Explains how to install on iOS, where no prompt can be opened, and what to know before. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
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
        Safari stays here, and there you sign up again.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Got it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
