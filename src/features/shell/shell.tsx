import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { viewerQuery } from '../../data/auth.ts'
import { Logo } from '../../ui/logo.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { InstallButton } from './install-button.tsx'
import { OfflineMark } from './offline-mark.tsx'
import styles from './shell.module.css'
import { SideBar } from './side-bar.tsx'
import { ThemeButton } from './theme-button.tsx'

type Props = {
  /** The right side bar, for those screens that have one. */
  aside?: ReactNode
  /** The screen has columns of its own and takes all the room beside the links. */
  wide?: boolean
  children: ReactNode
}

/** The layout around every screen except the landing: bars, and the screen between them. */
export function Shell({ aside, wide, children }: Props) {
  const { data: viewer = null } = useQuery(viewerQuery)
  return (
    <div className={styles.shell} data-wide={wide || undefined}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <header className={styles.top}>
        <Link to="/homePage" aria-label="Gearheads, home">
          <Logo size="small" />
        </Link>
        <div className={styles.marks}>
          <OfflineMark />
          <InstallButton compact />
          <ThemeButton />
        </div>
      </header>
      <div className={styles.side}>
        <SideBar viewer={viewer} />
      </div>
      <main id="screen" tabIndex={-1} className={styles.screen}>
        {children}
      </main>
      {aside && <aside className={styles.aside}>{aside}</aside>}
      <BottomBar viewerId={viewer?._id} />
    </div>
  )
}
