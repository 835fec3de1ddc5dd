import type { Locator } from 'playwright/test'

/** Whether nothing covers the middle of an element, such as a bar or a toast, where it is now. */
export function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return width > 0 && node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}
