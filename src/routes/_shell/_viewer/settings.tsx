import { createFileRoute, Link } from '@tanstack/react-router'
import { guest } from '../../../contract/guest.ts'
import { PRIVACY_PATH } from '../../../contract/privacy-path.ts'
import { useViewer } from '../../../data/auth.ts'
import { SettingsForm } from '../../../features/account/settings-form.tsx'
import { ThemeSetting } from '../../../features/shell/theme-controls.tsx'
import { isClub } from '../../../pwa/club.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { shortcutsListed } from '../../../ui/shortcuts.ts'
import styles from './screens.module.css'

const AccountData = lazyPart(
  async () => (await import('../../../features/account/account-data.tsx')).AccountData,
)
const DeviceList = lazyPart(
  async () => (await import('../../../features/account/device-list.tsx')).DeviceList,
)
const MutedPeople = lazyPart(
  async () => (await import('../../../features/people/muted-people.tsx')).MutedPeople,
)
const NearbyPhones = lazyPart(
  async () => (await import('../../../features/content/nearby-phones.tsx')).NearbyPhones,
)
const PushSetting = lazyPart(
  async () => (await import('../../../features/shell/push-setting.tsx')).PushSetting,
)
const OneTimePassword = lazyPart(
  async () => (await import('../../../features/account/sessions-setting.tsx')).OneTimePassword,
)
const SessionsSetting = lazyPart(
  async () => (await import('../../../features/account/sessions-setting.tsx')).SessionsSetting,
)
const SelfTest = lazyPart(
  async () => (await import('../../../features/shell/self-test.tsx')).SelfTest,
)

export const Route = createFileRoute('/_shell/_viewer/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const viewer = useViewer()
  return (
    <>
      <PageHeading title="Edit-Profile" />
      <OneTimePassword />
      <section className={styles.group} aria-label="Profile">
        <SettingsForm key={viewer._id} viewer={viewer} />
        {viewer.username !== guest.username && <SessionsSetting />}
      </section>
      <section className={styles.group} aria-labelledby="muted">
        <h2 id="muted" tabIndex={-1}>
          Muted people
        </h2>
        <div className={styles.card}>
          <MutedPeople viewer={viewer} />
        </div>
      </section>
      {isClub && (
        <section className={styles.group} aria-labelledby="push">
          <h2 id="push">Notifications</h2>
          <PushSetting />
        </section>
      )}
      {isClub && 'serviceWorker' in navigator && (
        <section className={styles.group} aria-labelledby="devices">
          <h2 id="devices">Devices</h2>
          <div className={styles.card}>
            <DeviceList />
            <NearbyPhones />
          </div>
        </section>
      )}
      <section className={styles.group} aria-labelledby="appearance">
        <h2 id="appearance">Appearance</h2>
        <ThemeSetting />
        <p>
          <Button onClick={() => shortcutsListed.set(true)}>Keyboard shortcuts</Button>
        </p>
      </section>
      {/* A club on plain http has no worker. */}
      {'serviceWorker' in navigator && (
        <section className={styles.group} aria-labelledby="storage">
          <h2 id="storage">Storage</h2>
          <SelfTest />
        </section>
      )}
      <section className={styles.group} aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <div className={styles.card}>
          <AccountData viewer={viewer} />
        </div>
        {isClub && (
          <p>
            <a href={PRIVACY_PATH} className={buttonClass()}>
              Privacy at this club
            </a>
          </p>
        )}
      </section>
      <section className={styles.group} aria-labelledby="practice">
        <h2 id="practice">Practice</h2>
        <div className={styles.card}>
          <p>Try the app's own API: send requests, look at the replies, make calls fail.</p>
          <Link to="/mock" className={buttonClass()}>
            Request tester
          </Link>
        </div>
      </section>
    </>
  )
}
