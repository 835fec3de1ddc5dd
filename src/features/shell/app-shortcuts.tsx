import { useSyncExternalStore } from 'react'
import { shortcutsListed, useShortcuts } from '../../ui/shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useFields } from './use-fields.ts'

/** The shortcuts of every screen (R2.33), and their list. Only who is signed in can write and search. */
export function AppShortcuts({ isSignedIn }: { isSignedIn: boolean }) {
  const fields = useFields()
  const isListed = useSyncExternalStore(shortcutsListed.subscribe, shortcutsListed.get)
  useShortcuts({ list: () => shortcutsListed.set(true), ...(isSignedIn && fields) })
  return isListed && <ShortcutsDialog onClose={() => shortcutsListed.set(false)} />
}
