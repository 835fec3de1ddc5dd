import type { PageDefect } from '../../contract/defects.ts'
import type { PlantPage } from './cache-defects.ts'
import { showMarkup } from './show-markup.ts'

const EMOJI = 'Add an emoji'

/** A rule among those of the app. With any defect, so that the number of style sheets and rules does not name one. */
const times = addRule('time { opacity: 1 }')

/** Defects in what is on screen. Spoilers. */
export const domDefects = {
  'contained-xss': (_client, signal) => onChanges(signal, showMarkup),

  /** After a dialog, the focus is nowhere. */
  'focus-lost': (_client, signal) =>
    onChanges(signal, (changes) => {
      const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
      const isDialog = (node: Node) =>
        node instanceof Element && (node.matches('dialog') || node.querySelector('dialog'))
      if (!removed.some(isDialog)) return
      const blur = () => (document.activeElement as HTMLElement | null)?.blur()
      blur()
      // React may give the focus back only now.
      const returned = AbortSignal.any([signal, AbortSignal.timeout(200)])
      addEventListener('focusin', blur, { once: true, signal: returned })
    }),

  /** The emoji button has no name. */
  'missing-label'(_client, signal) {
    const named = `button[aria-label="${EMOJI}"]`
    const nameless = new Set<Element>()
    const hide = () => {
      for (const button of document.querySelectorAll(named)) {
        button.removeAttribute('aria-label')
        button.removeAttribute('title')
        nameless.add(button)
      }
    }
    onChanges(signal, hide)
    hide()
    signal.addEventListener('abort', () => {
      for (const button of nameless) button.setAttribute('aria-label', EMOJI)
    })
  },

  'low-contrast'(_client, signal) {
    times.style.opacity = '0.5'
    signal.addEventListener('abort', () => {
      times.style.opacity = '1'
    })
  },

  /** Each screen that is left stays in memory, because a listener refers to it. Some MB make it visible in a minute. */
  'memory-leak': (_client, signal) =>
    onChanges(signal, (changes) => {
      for (const { target, removedNodes } of changes) {
        if (!(target as Element).matches?.('main')) continue
        for (const node of removedNodes) {
          const details = Array.from({ length: LEAKED_NUMBERS }, (_, index) => index + 0.5)
          addEventListener('resize', () => node.isConnected && details.length, { signal })
        }
      }
    }),
} satisfies Partial<Record<PageDefect, PlantPage>>

/** Kept for each screen that is left: 2 MB. */
const LEAKED_NUMBERS = 250_000

function addRule(text: string): CSSStyleRule {
  const [sheet = new CSSStyleSheet()] = document.styleSheets
  return sheet.cssRules[sheet.insertRule(text, sheet.cssRules.length)] as CSSStyleRule
}

/** Calls `run` with the changes of the document. */
function onChanges(signal: AbortSignal, run: (changes: MutationRecord[]) => void): void {
  const observer = new MutationObserver(run)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
