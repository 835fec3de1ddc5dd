// The last script of the page's HTML before the app (build/inline-scripts.ts): shows the first screen.
import { recordEarlyInput } from './early-input.ts'
import type { FirstScreen } from './names.ts'

const { token, last } = window.saved

function choose(): FirstScreen | undefined {
  const path = location.pathname.slice(import.meta.env.BASE_URL.length)
  if (!token) return path + location.search === '' ? 'landing' : undefined
  if (/^mock/.test(path)) return undefined
  // A reload goes back to where the screen was scrolled to.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isHome = navigation?.type === 'navigate' && /^(homePage)?$/.test(path + location.search)
  const isKept = last?.html && last.build === import.meta.env.VITE_BUILD && last.session === token
  return isHome && isKept && 'setHTML' in Element.prototype ? 'last' : 'skeleton'
}

function lastScreen(html: string): HTMLElement {
  const parent: HTMLElement & { setHTML?(html: string, options: { sanitizer: object }): void } =
    document.createElement('div')
  // Removes scripts, which storage might contain.
  parent.setHTML?.(html, { sanitizer: {} })
  for (const { style, dataset } of parent.querySelectorAll<HTMLElement>('[data-style]'))
    style.cssText = dataset.style ?? ''
  const element = parent.children[0] as HTMLElement
  element.inert = true
  // Inert elements are not accessible. Some tools look at this attribute only.
  element.ariaHidden = 'true'
  element.dataset.firstScreen = 'last' satisfies FirstScreen
  return element
}

/** The HTML that `build/first-screens.ts` wrote into the page. */
function templateOf(screen: FirstScreen): DocumentFragment {
  return (document.getElementById(screen) as HTMLTemplateElement).content
}

const root = document.getElementById('root') as HTMLElement
const screen = choose()
try {
  if (screen) root.append(screen === 'last' ? lastScreen(String(last?.html)) : templateOf(screen))
} catch {
  // What is stored is no screen.
  root.append(templateOf('skeleton'))
}
guardWindow()
recordEarlyInput()

/** Keeps keys of an input method from all handlers, and a file that is dropped beside a form from replacing the app. */
function guardWindow(): void {
  addEventListener(
    'keydown',
    (event) => {
      // Safari ends the composition before the key that ends it, which has this code only.
      if (!event.isComposing && event.keyCode !== 229) return
      event.stopImmediatePropagation()
      // It would also close a dialog.
      if (event.key === 'Escape') event.preventDefault()
    },
    true,
  )
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      const { defaultPrevented, dataTransfer } = event
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    })
}
