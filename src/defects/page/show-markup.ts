/** An HTML tag in a text. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi
const ATTRIBUTE = /([a-z-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi
const SHOWN = 'data-markup'

/**
 * Shows the tags in the texts of posts, comments and profiles as elements. Nothing executes: the page's policy forbids
 * handlers in attributes and scripts of others (docs/decisions/069-planted-defects.md). Texts of React stay in place, empty.
 */
export function showMarkup(): void {
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
