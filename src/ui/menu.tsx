import { Ellipsis } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './menu.module.css'
import { useDismiss } from './use-dismiss.ts'

type Item = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
type Props = { label: string; items: Item[] }

/** A "more" button with a menu: arrows move, Home and End jump, Escape and a click outside close. */
export function Menu({ label, items }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  const close = useCallback(() => {
    setOpen(false)
    opener.current?.focus()
  }, [])
  useDismiss(root, open, close)
  useEffect(() => {
    if (open) optionsIn(root.current)[0]?.focus()
  }, [open])

  function move(event: KeyboardEvent) {
    const all = optionsIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
    if (event.key === 'Tab') setOpen(false)
    if (!(event.key in to)) return
    event.preventDefault()
    all[to[event.key as keyof typeof to] % all.length]?.focus()
  }

  function select(item: Item) {
    // First, so that a dialog that the choice opens gives the focus back to the button.
    close()
    item.onSelect()
  }

  return (
    <div className={styles.root} ref={root}>
      <IconButton
        label={label}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
      {open && (
        <div role="menu" id={menuId} aria-label={label} className={styles.menu} onKeyDown={move}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={item.danger ? styles.danger : undefined}
              onClick={() => select(item)}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function optionsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
