import { useRouter } from '@tanstack/react-router'

/** Returns functions that focus the composer and a search field, on a screen that has one. */
export function useFields() {
  const router = useRouter()

  /** Focuses a field of this screen, or opens the screen at `path`, which has one. */
  async function focusField(path: '/homePage' | '/explore', find: () => HTMLElement | undefined) {
    const field = find()
    if (field) return field.focus()
    const stop = router.subscribe('onRendered', () => {
      stop()
      find()?.focus()
    })
    await router.navigate({ to: path })
  }
  return {
    compose: () =>
      focusField('/homePage', () =>
        router.state.location.pathname === '/homePage' ? visible('main form textarea') : undefined,
      ),
    search: () => focusField('/explore', () => visible('search input')),
  }
}

function visible(selector: string): HTMLElement | undefined {
  const fields = [...document.querySelectorAll<HTMLElement>(selector)]
  return fields.find((field) => field.checkVisibility())
}
