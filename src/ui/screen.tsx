import { createContext, type ReactNode, use, useEffect } from 'react'
import { Logo } from './logo.tsx'
import styles from './screen.module.css'

/** The heading of a screen. It also sets the title of the tab, and gets the focus after navigation. */
export function PageHeading({ title, hidden = false }: { title: string; hidden?: boolean }) {
  usePageTitle(title)
  return (
    <h1 tabIndex={-1} className={hidden ? styles.hidden : styles.heading}>
      <bdi>{title}</bdi>
    </h1>
  )
}

/** Sets the title of the tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Gearheads`
  }, [title])
}

type StateScreenProps = { title: string; icon?: ReactNode; children?: ReactNode }

/** Whether a component is inside the bars of the app and their `<main>`. */
export const ShellContext = createContext(false)

/**
 * Explains why there is no content to show, such as an error, and offers ways out. Without the bars around it,
 * it shows the logo.
 */
export function StateScreen({ title, icon, children }: StateScreenProps) {
  const state = (
    <section className={styles.state}>
      {icon}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
  if (use(ShellContext)) return state
  return (
    <main className={styles.bare}>
      <Logo size="medium" />
      {state}
    </main>
  )
}
