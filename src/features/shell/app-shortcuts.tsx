import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shortcutsListed, useShortcuts } from '../../ui/shortcuts.ts'

const ShortcutsDialog = lazyPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

/** The shortcuts of every screen (R2.33), and their list. Only who is signed in can write and search. */
export function AppShortcuts({ isSignedIn }: { isSignedIn: boolean }) {
  const router = useRouter()
  const isListed = useSyncExternalStore(shortcutsListed.subscribe, shortcutsListed.get)

  /** Focuses a field of the screen, or opens the screen at `path`, which has one. */
  async function focusField(path: '/homePage' | '/explore', find: () => HTMLElement | undefined) {
    const field = find()
    if (field) return field.focus()
    const stop = router.subscribe('onRendered', () => {
      stop()
      find()?.focus()
    })
    await router.navigate({ to: path })
  }
  const compose = () =>
    focusField('/homePage', () =>
      router.state.location.pathname === '/homePage' ? visible('main form textarea') : undefined,
    )
  const search = () => focusField('/explore', () => visible('search input'))

  useShortcuts({ list: () => shortcutsListed.set(true), ...(isSignedIn && { compose, search }) })
  return isListed && <ShortcutsDialog onClose={() => shortcutsListed.set(false)} />
}

function visible(selector: string): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLElement>(selector)]
  return fields.find((field) => field.checkVisibility())
}
