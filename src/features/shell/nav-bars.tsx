import { Link, type LinkOptions } from '@tanstack/react-router'
import {
  Bookmark,
  CloudOff,
  FlaskConical,
  House,
  LogOut,
  type LucideIcon,
  Moon,
  Search,
  Settings,
  Sun,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { User } from '../../contract/entities.ts'
import { logOut } from '../../data/log-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { InstallButton } from './install-button.tsx'
import styles from './nav-bars.module.css'
import { type Theme, useTheme } from './theme.ts'

type NavItem = { label: string; icon: LucideIcon; link: LinkOptions }

/** Returns the links of both bars (R2.16). */
function navItems(viewerId: string | undefined): NavItem[] {
  const profileId = viewerId ?? ''
  return [
    { label: 'Home', icon: House, link: { to: '/homePage' } },
    { label: 'BookMark', icon: Bookmark, link: { to: '/bookMarkPage' } },
    { label: 'Explore', icon: Search, link: { to: '/explore' } },
    {
      label: 'Profile',
      icon: UserRound,
      link: viewerId ? { to: '/profilePage/$profileId', params: { profileId } } : { to: '/' },
    },
    { label: 'Settings', icon: Settings, link: { to: '/settings' } },
  ]
}

/** The left side bar of wide screens: links, the signed-in user and logout (R2.16). */
export function SideBar({ viewer }: { viewer: User | null }) {
  return (
    <header className={styles.side}>
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
            userId={viewer._id}
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

/** The top bar of narrow screens. */
export function TopBar() {
  return (
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
  )
}

/** The icon bar of narrow screens, within reach of the thumb, on every path except / (R2.17). */
export function BottomBar({ viewerId }: { viewerId: string | undefined }) {
  return (
    <nav className={styles.bottom} aria-label="Icon bar">
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

/** Shows that the device is offline, without alarm: the app keeps working. */
function OfflineMark() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <span role="status">
      {!online && (
        <span className={styles.mark} title="You're offline. Everything still works.">
          <CloudOff size={18} aria-hidden="true" />
          <span>Offline</span>
        </span>
      )}
    </span>
  )
}

const NEXT_THEME: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const THEME_ICONS = { system: SunMoon, dark: Moon, light: Sun }

/** Switches between the system theme, dark and light. */
function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const Icon = THEME_ICONS[theme]
  const next = NEXT_THEME[theme]
  return (
    <IconButton label={`Theme: ${theme}. Switch to ${next}`} onClick={() => setTheme(next)}>
      <Icon size={22} />
    </IconButton>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) {
    window.addEventListener(type, listener, { signal: stop.signal })
  }
  return () => stop.abort()
}
