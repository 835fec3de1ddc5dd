import { Link } from '@tanstack/react-router'
import { FlaskConical, LogOut } from 'lucide-react'
import type { User } from '../../contract/entities.ts'
import { logOut } from '../../data/log-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { InstallButton } from './install-button.tsx'
import { navItems } from './nav-items.tsx'
import { OfflineMark } from './offline-mark.tsx'
import styles from './side-bar.module.css'
import { ThemeButton } from './theme-button.tsx'

/** The left side bar of wide screens: links, then who is signed in, and logout (R2.16). */
export function SideBar({ viewer }: { viewer: User | null }) {
  return (
    <header className={styles.bar}>
      <Link to="/homePage" className={styles.logo} aria-label="Gearheads, home">
        <Logo size="medium" />
      </Link>
      <div className={styles.middle}>
        <nav aria-label="Main">
          <ul className={styles.links}>
            {navItems(viewer?._id).map(({ label, icon: Icon, link }) => (
              <li key={label}>
                <Link {...link} className={styles.link}>
                  <Icon size={22} aria-hidden="true" />
                  <span>{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.foot}>
          <Link to="/mock" className={styles.link}>
            <FlaskConical size={22} aria-hidden="true" />
            <span>Request tester</span>
          </Link>
          <OfflineMark />
          <InstallButton />
          <ThemeButton />
        </div>
      </div>
      {viewer && (
        <div className={styles.viewer}>
          <Avatar
            src={viewer.profilePhoto.chosen || viewer.profilePhoto.default}
            name={viewer.username}
            size={40}
          />
          <div className={styles.names}>
            <span className={styles.name} title={viewer.firstName}>
              {viewer.firstName}
            </span>
            <span title={viewer.username}>@{viewer.username}</span>
          </div>
          <IconButton label="Logout" onClick={() => logOut(viewer._id)}>
            <LogOut size={20} />
          </IconButton>
        </div>
      )}
    </header>
  )
}
