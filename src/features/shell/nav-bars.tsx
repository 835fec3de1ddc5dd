import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, LogOut, PenLine } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { logOut } from '../../data/log-out.ts'
import { hasUnsent } from '../../data/unsent.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { InstallButton } from './install-button.tsx'
import styles from './nav-bars.module.css'
import { NOTIFICATIONS_PATH, navItems } from './nav-items.ts'
import { NetworkMark } from './network-mark.tsx'
import { ThemeButton } from './theme-controls.tsx'
import { useFields } from './use-fields.ts'

/** A link to the screen that is open scrolls it to its top. */
function scrollUpIfOpen({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  if (currentTarget.ariaCurrent === 'page') scrollTo({ top: 0 })
}

/** What a link has besides its target. The router marks a link to the open screen itself. */
const tabProps = (isCurrent: boolean) => ({
  'aria-current': isCurrent ? ('true' as const) : undefined,
  onClick: scrollUpIfOpen,
})

type BarProps = {
  viewer: ViewedUser | null
  /** The path of the current tab. */
  tab: string | undefined
  /** The number of unseen notifications; empty if there are none. */
  unseen: string
}

/** The number on the bell. */
function UnseenCount({ unseen }: { unseen: string }) {
  return (
    unseen && (
      <span className={styles.count}>
        {unseen}
        <span className={styles.hidden}> new</span>
      </span>
    )
  )
}

/** The left side bar of wide screens: links, the signed-in user and logout (R2.16). */
export function SideBar({ viewer, tab, unseen }: BarProps) {
  const { compose } = useFields()
  return (
    <header className={styles.side}>
      <Link to="/homePage" className={styles.logo} aria-label="Gearheads, home">
        <Logo size="medium" />
      </Link>
      <div className={styles.middle}>
        <nav aria-label="Main">
          <ul className={styles.links}>
            {navItems(viewer?._id).map(({ label, icon: Icon, path, link }) => (
              <li key={label}>
                <Link {...link} {...tabProps(path === tab)} className={styles.link}>
                  <Icon size={22} aria-hidden="true" />
                  <span>{label}</span>
                  {path === NOTIFICATIONS_PATH && <UnseenCount unseen={unseen} />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {viewer && (
          <button type="button" className={styles.write} onClick={compose}>
            <PenLine size={20} aria-hidden="true" />
            Write a post
          </button>
        )}
        {/* In free space, so that it moves nothing. */}
        <NetworkMark bar="side" />
        <div className={styles.foot}>
          <Link to="/mock" className={styles.link}>
            <FlaskConical size={22} aria-hidden="true" />
            <span>Request tester</span>
          </Link>
          <InstallButton />
          <ThemeButton className={styles.link} />
        </div>
      </div>
      {viewer && (
        <div className={styles.viewer}>
          <Avatar
            src={shownPhoto(viewer.profilePhoto)}
            name={viewer.username}
            userId={viewer._id}
            size={40}
          />
          <div className={styles.names}>
            <bdi className={styles.name} title={viewer.firstName}>
              {viewer.firstName}
            </bdi>
            <bdi title={viewer.username}>@{viewer.username}</bdi>
          </div>
          <LogOutButton viewerId={viewer._id} className={iconButtonClass ?? ''} size={20} />
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
        <NetworkMark bar="top" />
        <InstallButton compact />
        <ThemeButton />
      </div>
    </header>
  )
}

/** The icon bar of narrow screens, within reach of the thumb, on every path except / (R2.17). */
export function BottomBar({ viewer, tab, unseen }: BarProps) {
  return (
    <nav className={styles.bottom} aria-label="Icon bar">
      {navItems(viewer?._id).map(({ label, icon: Icon, path, link }) => (
        <Link
          key={label}
          {...link}
          {...tabProps(path === tab)}
          className={styles.item}
          title={label}
        >
          <Icon size={24} aria-hidden="true" />
          <span className={styles.hidden}>{label}</span>
          {path === NOTIFICATIONS_PATH && <UnseenCount unseen={unseen} />}
        </Link>
      ))}
      {viewer && (
        <LogOutButton
          viewerId={viewer._id}
          className={`${styles.item} ${styles.logOut}`}
          size={20}
        />
      )}
    </nav>
  )
}

type Props = { viewerId: string; className: string; size: number }

/** Logs out (R3.16). Asks first if that would lose a draft or a write that was not sent. */
function LogOutButton({ viewerId, className, size }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)

  async function start() {
    if (await hasUnsent(client, viewerId)) setAsking(true)
    else await logOut(viewerId)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Logout"
        title="Logout"
        data-testid="log-out-button"
        onClick={start}
      >
        <LogOut size={size} aria-hidden="true" />
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Log out and lose unsent work?"
          text="You have a draft or a change that hasn't been sent. Logging out deletes it."
          action="Log out"
          onConfirm={() => logOut(viewerId)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
