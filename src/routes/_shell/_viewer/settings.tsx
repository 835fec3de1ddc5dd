import { createFileRoute, Link } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { SettingsForm } from '../../../features/account/settings-form.tsx'
import { SelfTest } from '../../../features/shell/self-test.tsx'
import { ThemeSetting } from '../../../features/shell/theme-controls.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import styles from './screens.module.css'

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
      <SelfTest />
    </>
  )
}
