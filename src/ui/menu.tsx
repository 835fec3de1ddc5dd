import { Ellipsis } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
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
  const { open, ref, close, button, popup } = usePopup()

  function move(event: KeyboardEvent) {
    const all = itemsIn(ref.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }
    if (event.key === 'Tab') close()
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
    <div>
      <IconButton label={label} aria-haspopup="menu" {...button}>
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
      <div {...popup} role="menu" aria-label={label} className={styles.menu} onKeyDown={move}>
        {open &&
          items.map((item, index) => (
            <button
              key={item.label}
              ref={index === 0 ? focusWhenShown : undefined}
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
    </div>
  )
}

/** The browser focuses it when it shows the popup. React's `autoFocus` would do so too early. */
function focusWhenShown(item: HTMLElement | null): void {
  item?.setAttribute('autofocus', '')
}

function itemsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}
