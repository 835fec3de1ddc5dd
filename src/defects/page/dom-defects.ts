import type { PageDefect } from '../../contract/defects.ts'
import type { PlantPage } from './cache-defects.ts'

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

/** An HTML tag in a text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi
const ATTRIBUTE = /([a-z-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi
const SHOWN = 'data-markup'

/**
 * Shows the tags in the texts of posts, comments and profiles as elements. Nothing executes: the page's policy forbids
 * handlers in attributes and scripts of others (docs/tried-and-measured.md#069). Texts of React stay in place, empty.
 */
function showMarkup(): void {
  for (const paragraph of document.querySelectorAll('main p[dir=auto]')) {
    for (const text of paragraph.childNodes) {
      if (!(text instanceof Text) || text.data.search(TAG) === -1) continue
      if (text.nextSibling instanceof Element && text.nextSibling.matches(`[${SHOWN}]`))
        text.nextSibling.remove()
      const shown = document.createElement('span')
      shown.setAttribute(SHOWN, '')
      appendMarkup(shown, text.data)
      text.data = ''
      text.after(shown)
    }
  }
}

function appendMarkup(root: Element, markup: string): void {
  const open = [root]
  const parent = () => open.at(-1) ?? root
  let end = 0
  for (const { 0: tag, 1: isEnd, 2: name = '', 3: attributes = '', index } of markup.matchAll(
    TAG,
  )) {
    parent().append(markup.slice(end, index))
    end = index + tag.length
    if (isEnd) {
      if (open.length > 1) open.pop()
      continue
    }
    const element = document.createElement(name)
    for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      setAttribute(element, key, value.replace(/^["']|["']$/g, ''))
    }
    parent().append(element)
    if (!/^(img|br|hr|input)$/i.test(name)) open.push(element)
  }
  parent().append(markup.slice(end))
}

/** The policy may refuse an attribute. */
function setAttribute(element: Element, key: string, value: string): void {
  try {
    element.setAttribute(key, value)
  } catch (error) {
    console.error(error)
  }
}
