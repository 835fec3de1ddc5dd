import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useCanGoBack } from '../../ui/close-on-back.ts'
import styles from './back-bar.module.css'
import { NetworkMark } from './network-mark.tsx'

/**
 * The sticky header of a screen that is not in the bars. An installed app may have no browser
 * Back button. Without a previous screen of the app, Back opens Home. On narrow screens it is the only bar.
 * @param overCover the cover of a profile begins under it
 */
export function BackBar({ children, overCover }: { children: ReactNode; overCover?: boolean }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => (canGoBack ? router.history.back() : router.navigate({ to: '/homePage' }))
  return (
    <div className={styles.bar} data-back-bar data-over-cover={overCover}>
      <IconButton label="Back" onClick={goBack}>
        <ArrowLeft size={22} aria-hidden="true" />
      </IconButton>
      {children}
      <NetworkMark bar="top" />
    </div>
  )
}
