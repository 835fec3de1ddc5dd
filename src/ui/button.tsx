import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Variant = 'primary' | 'outline' | 'plain' | 'danger'
type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  /** Shows that the action of this button is in progress. Further clicks do nothing, as with `aria-disabled`. */
  busy?: boolean
  children: ReactNode
}

/** A text button. The main button of a form sets `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', busy, onClick, className, children, ...rest } = props
  const isInert = busy || rest['aria-disabled']
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[variant], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** Classes that make a link look like a button. */
export function buttonClass(variant: Variant = 'plain'): string {
  return `${styles.button} ${styles[variant]}`
}

/** Class that makes a link look like an icon button. */
export const iconButtonClass = styles.icon

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name; also the tooltip, unless `title` is set. */
  label: string
  children: ReactNode
}

/** A round button that shows an icon and, optionally, a number. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  )
}
