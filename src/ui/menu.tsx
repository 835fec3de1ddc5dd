import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { IconButton } from './button.tsx'
import styles from './menu.module.css'
import { usePopup } from './use-popup.ts'

type Item = { label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
type Props = { label: string; items: Item[] }

/**
 * A "more" button with a menu. Arrow keys, Home and End move the focus, Escape and a click outside close it.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu({ label, items }: Props) {
  const { open, setOpen, close, root, opener } = usePopup()
  const menuId = useId()

  useEffect(() => {
    if (open) itemsIn(root.current)[0]?.focus()
  }, [open, root])

  function move(event: KeyboardEvent) {
    const all = itemsIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
    if (event.key === 'Tab') setOpen(false)
    if (!(event.key in to)) return
    event.preventDefault()
    all[to[event.key as keyof typeof to] % all.length]?.focus()
  }

  function select(item: Item) {
    // Close first: a dialog that the item opens then returns the focus to the button.
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

function itemsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
