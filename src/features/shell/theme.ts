import { useSyncExternalStore } from 'react'
import { localStore } from '../../pwa/web-storage.ts'
import { THEME_KEY } from '../../start/names.ts'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

/** Returns the selected theme and a function that changes it. `start/head.ts` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), setTheme]
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function setTheme(theme: Theme): void {
  if (theme === 'system') localStore.remove(THEME_KEY)
  else localStore.set(THEME_KEY, theme)
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
