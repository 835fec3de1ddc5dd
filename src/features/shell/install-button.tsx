import { Download } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { install, installPrompt, installsByHand } from '../../pwa/install.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const InstallDialog = lazyPart(async () => (await import('./install-dialog.tsx')).InstallDialog)

/** Installs the app. Shown only if it can be installed and is not installed yet. */
export function InstallButton({ compact = false }: { compact?: boolean }) {
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get, () => undefined)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const byHand = installsByHand()
  if (!prompt && !byHand) return null
  const start = byHand ? () => setHelpOpen(true) : install
  return (
    <>
      {compact ? (
        <IconButton label="Install app" onClick={start}>
          <Download size={22} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button variant="outline" onClick={start}>
          <Download size={20} aria-hidden="true" />
          <span>Install app</span>
        </Button>
      )}
      {isHelpOpen && <InstallDialog onClose={() => setHelpOpen(false)} />}
    </>
  )
}
