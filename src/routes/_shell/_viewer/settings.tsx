import { createFileRoute, Link } from '@tanstack/react-router'
import { guest } from '../../../contract/guest.ts'
import { PRIVACY_PATH } from '../../../contract/privacy-path.ts'
import { useViewer } from '../../../data/auth.ts'
import { mutedQuery } from '../../../data/users.ts'
import { DeleteAccount, DownloadData } from '../../../features/account/account-data.tsx'
import { DeviceList } from '../../../features/account/device-list.tsx'
import { OneTimePassword, SessionsSetting } from '../../../features/account/sessions-setting.tsx'
import { SettingsForm } from '../../../features/account/settings-form.tsx'
import { Setting, SettingsGroups } from '../../../features/account/settings-groups.tsx'
import { NearbyPhones } from '../../../features/content/nearby-phones.tsx'
import { MutedPeople } from '../../../features/people/muted-people.tsx'
import { PushSetting } from '../../../features/shell/push-setting.tsx'
import { SelfTest } from '../../../features/shell/self-test.tsx'
import { ThemeSetting } from '../../../features/shell/theme-controls.tsx'
import { isClub } from '../../../pwa/club.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { shortcutsListed } from '../../../ui/shortcuts.ts'

export const Route = createFileRoute('/_shell/_viewer/settings')({
  staticData: { wide: true },
  // Its list is whole in the first frame, so that the place of a link or of Back does not move.
  loader: ({ context }) =>
    context.client.ensureInfiniteQueryData(mutedQuery).catch(() => undefined),
  component: SettingsScreen,
})

function SettingsScreen() {
  const viewer = useViewer()
  const isGuest = viewer.username === guest.username
  // A club on plain http has no worker.
  const hasWorker = 'serviceWorker' in navigator
  const account = (
    <>
      {!isGuest && (
        <Setting title="Sessions">
          <SessionsSetting />
        </Setting>
      )}
      {isClub && hasWorker && (
        <Setting title="Devices">
          <DeviceList />
          <NearbyPhones />
        </Setting>
      )}
      <Setting title="Muted people">
        <MutedPeople viewer={viewer} />
      </Setting>
      {!isGuest && (
        <Setting title="Delete account">
          <DeleteAccount />
        </Setting>
      )}
    </>
  )
  const app = (
    <>
      <Setting title="Appearance">
        <ThemeSetting />
      </Setting>
      <Setting title="Shortcuts">
        <p>Keys for writing, searching, pictures and the request tester.</p>
        <Button onClick={() => shortcutsListed.set(true)}>Keyboard shortcuts</Button>
      </Setting>
      {isClub && (
        <Setting title="Notifications">
          <PushSetting />
        </Setting>
      )}
      {hasWorker && (
        <Setting title="Storage">
          <SelfTest />
        </Setting>
      )}
    </>
  )
  const data = (
    <>
      <Setting title="Your data">
        <DownloadData viewer={viewer} />
        {isClub && (
          <a href={PRIVACY_PATH} className={buttonClass()}>
            Privacy at this club
          </a>
        )}
      </Setting>
      <Setting title="Practice">
        <p>Try the app's own API: send requests, look at the replies, make calls fail.</p>
        <Link to="/mock" className={buttonClass()}>
          Request tester
        </Link>
      </Setting>
    </>
  )
  return (
    <>
      <PageHeading title="Edit-Profile" />
      <OneTimePassword />
      <SettingsGroups
        groups={[
          { title: 'Profile', content: <SettingsForm key={viewer._id} viewer={viewer} /> },
          { title: 'Account', content: account },
          { title: 'App', content: app },
          { title: 'Data', content: data },
        ]}
      />
    </>
  )
}
