import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Look = 'primary' | 'outline' | 'plain' | 'danger'
type Props = ComponentProps<'button'> & {
  look?: Look
  /** Shows that the click is being worked on; further clicks do nothing, as with `aria-disabled`. */
  busy?: boolean
  children: ReactNode
}

/** The text button of the app. A form's main button says `type="submit"`. */
export function Button({ look = 'plain', busy, onClick, className, children, ...rest }: Props) {
  const isInert = busy || rest['aria-disabled']
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[look], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** Classes that make a link look like a button. */
export function buttonClass(look: Look = 'plain'): string {
  return `${styles.button} ${styles[look]}`
}
