import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { logOut } from '../../data/log-out.ts'
import styles from './bottom-bar.module.css'
import { navItems } from './nav-items.tsx'

/** The icon bar of narrow screens, within reach of the thumb, on every path except / (R2.17). */
export function BottomBar({ viewerId }: { viewerId: string | undefined }) {
  return (
    <nav className={styles.bar} aria-label="Icon bar">
      {navItems(viewerId).map(({ label, icon: Icon, link }) => (
        <Link key={label} {...link} className={styles.item} aria-label={label} title={label}>
          <Icon size={24} aria-hidden="true" />
        </Link>
      ))}
      {viewerId && (
        <button
          type="button"
          className={styles.item}
          aria-label="Logout"
          title="Logout"
          onClick={() => logOut(viewerId)}
        >
          <LogOut size={24} aria-hidden="true" />
        </button>
      )}
    </nav>
  )
}
