import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './menu.module.css'

type Item = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
type Props = { label: string; items: Item[] }

/** A "more" button with a menu: arrows move, Home and End jump, Escape and a click outside close. */
export function Menu({ label, items }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const button = () => root.current?.querySelector('button')

  useEffect(() => {
    if (!open) return
    optionsIn(root.current)[0]?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function move(event: KeyboardEvent) {
    const all = optionsIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
    if (event.key in to) {
      event.preventDefault()
      all[to[event.key as keyof typeof to] % all.length]?.focus()
    } else if (event.key === 'Escape') {
      setOpen(false)
      button()?.focus()
    } else if (event.key === 'Tab') setOpen(false)
  }

  function select(item: Item) {
    setOpen(false)
    // A dialog that the choice opens gives the focus back to here when it closes.
    button()?.focus()
    item.onSelect()
  }

  return (
    <div className={styles.root} ref={root}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis size={20} />
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
