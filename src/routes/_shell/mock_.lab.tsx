import { createFileRoute } from '@tanstack/react-router'
import { LabScreen } from '../../features/lab/lab-screen.tsx'

/** For everybody who wants to see how phones synchronize (R14.28). The fragment of the address is the run. */
export const Route = createFileRoute('/_shell/mock_/lab')({
  staticData: { wide: true },
  component: LabScreen,
})
