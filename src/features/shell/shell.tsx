import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { viewerQuery } from '../../data/auth.ts'
import { useUnseen } from '../../data/notifications.ts'
import { showOnAppIcon } from '../../pwa/app-badge.ts'
import { ShellContext } from '../../ui/screen.tsx'
import { useCurrentTab } from './current-tab.ts'
import { BottomBar, SideBar, TopBar } from './nav-bars.tsx'
import styles from './shell.module.css'
import { useIdle } from './use-idle.ts'

type Props = {
  /** The content of the right side bar, if there is one. */
  aside?: ReactNode
  /** The screen uses the full width between the side bars. */
  wide?: boolean
  children: ReactNode
}

/** The layout of every screen except the landing: the screen between the bars. */
export function Shell({ aside, wide, children }: Props) {
  const { data: viewer = null } = useQuery(viewerQuery)
  const tab = useCurrentTab(viewer?._id)
  const unseen = useUnseen(useIdle() && Boolean(viewer))
  useEffect(() => showOnAppIcon(unseen.count), [unseen.count])
  return (
    <div className={styles.shell} data-wide={wide || undefined}>
      <a className={styles.skip} href="#screen">
        Skip to content
      </a>
      <TopBar />
      <div className={styles.side}>
        <SideBar viewer={viewer} tab={tab} unseen={unseen.text} />
      </div>
      <main id="screen" tabIndex={-1} className={styles.screen}>
        <ShellContext value={true}>{children}</ShellContext>
      </main>
      {aside && <aside className={styles.aside}>{aside}</aside>}
      <BottomBar viewer={viewer} tab={tab} unseen={unseen.text} />
    </div>
  )
}
