import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import styles from './button.module.css'
import { gesture } from './gesture.ts'

type Variant = 'primary' | 'outline' | 'plain' | 'danger' | 'dangerOutline'
type Toggling = {
  /** The second press undoes the first. The second click of a double click does nothing (R5.8). */
  toggles?: boolean
}
type ButtonProps = ComponentProps<'button'> &
  Toggling & {
    variant?: Variant
    /** Shows that the action of this button is in progress. Further clicks do nothing, as with `aria-disabled`. */
    busy?: boolean
    children: ReactNode
  }

/** A text button. The main button of a form sets `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', busy, toggles, className, children, ...rest } = props
  const onClick = useClick(props)
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

function useClick({ toggles, onClick }: Pick<ButtonProps, 'toggles' | 'onClick'>) {
  const [isSecondClick] = useState(gesture)
  if (!toggles) return onClick
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (!isSecondClick(event.nativeEvent)) onClick?.(event)
  }
}

/** Classes that make a link look like a button. */
export function buttonClass(variant: Variant = 'plain'): string {
  return `${styles.button} ${styles[variant]}`
}

/** Class that makes a link look like an icon button. */
export const iconButtonClass = styles.icon

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  Toggling & {
    /** The accessible name; also the tooltip, unless `title` is set. */
    label: string
    children: ReactNode
  }

/** A round button that shows an icon and, optionally, a number. */
export function IconButton(props: IconButtonProps) {
  const { label, toggles, className, children, ...rest } = props
  const onClick = useClick(props)
  return (
    <button
      type="button"
      title={label}
      {...rest}
      onClick={onClick}
      aria-label={label}
      className={[styles.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  )
}
