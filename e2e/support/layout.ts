import type { Page } from 'playwright/test'

/** How far the page scrolls sideways, and the elements that reach beyond its right edge then. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth: width } = document.documentElement
    if (scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    const names = wide.map(({ tagName, className, textContent }) =>
      `${tagName} ${className} ${textContent?.slice(0, 30)}`.trim(),
    )
    return [`${scrollWidth - width} px too wide`, ...names]
  })
}
