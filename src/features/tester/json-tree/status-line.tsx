import { Undo2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import styles from './status-line.module.css'

type Props = { message: { text: string; count: number }; onUndo?: () => void }

/** Says what the last command did, aloud too, and takes it back. */
export function StatusLine({ message, onUndo }: Props) {
  return (
    <div className={styles.line}>
      <p role="status">
        <span key={message.count}>{message.text}</span>
      </p>
      {onUndo && (
        <Button onClick={onUndo}>
          <Undo2 size={18} /> Undo
        </Button>
      )}
    </div>
  )
}
