import type { ComponentProps, ReactNode } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** What the button does, for those who do not see the icon, and as a tooltip. */
  label: string
  children: ReactNode
}

/** A round button that shows an icon, with a number beside it at most. */
export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={[styles.button, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  )
}
