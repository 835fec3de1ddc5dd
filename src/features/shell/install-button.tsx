import { Download } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { install, installPrompt, installsByHand } from '../../pwa/install.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { InstallHowTo } from './install-how-to.tsx'

/** Puts the app on the home screen; there only where that can be done and is not done yet. */
export function InstallButton({ compact = false }: { compact?: boolean }) {
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get)
  const [isExplained, setExplained] = useState(false)
  const byHand = installsByHand()
  if (!prompt && !byHand) return null
  const ask = byHand ? () => setExplained(true) : install
  return (
    <>
      {compact ? (
        <IconButton label="Install app" onClick={ask}>
          <Download size={22} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button variant="outline" onClick={ask}>
          <Download size={20} aria-hidden="true" />
          <span>Install app</span>
        </Button>
      )}
      {isExplained && <InstallHowTo onClose={() => setExplained(false)} />}
    </>
  )
}
