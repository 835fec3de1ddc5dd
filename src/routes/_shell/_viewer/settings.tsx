import { createFileRoute, Link } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { SettingsForm } from '../../../features/account/settings-form.tsx'
import { ThemeSetting } from '../../../features/shell/theme-controls.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import styles from './screens.module.css'

const SelfTest = lazyPart(
  async () => (await import('../../../features/shell/self-test.tsx')).SelfTest,
)

export const Route = createFileRoute('/_shell/_viewer/settings')({ component: SettingsScreen })

function SettingsScreen() {
  const viewer = useViewer()
  return (
    <>
      <PageHeading title="Edit-Profile" />
      <SettingsForm key={viewer._id} viewer={viewer} />
      <ThemeSetting />
      <p className={styles.developers}>
        For developers and testers: <Link to="/mock">Request tester</Link>
      </p>
      {/* A club on plain http has no worker. */}
      {'serviceWorker' in navigator && <SelfTest />}
    </>
  )
}
