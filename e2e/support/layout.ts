// What is wrong with the layout of a page.
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

/** How far the page scrolls sideways, and the controls that cannot be pressed: covered, or pushed out of sight. */
export async function faults(page: Page): Promise<string[]> {
  const covered = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]') ?? document.body
    const controls = [...dialog.querySelectorAll('button, a[href], input, textarea, summary')]
    /** Whether it stays in place when the page scrolls, such as a bar or a notice. */
    const floats = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
        floats(element.parentElement))
    const found = controls.filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false
      const { x, y, width, height } = control.getBoundingClientRect()
      if (control.matches('[href="#screen"]')) return false
      const [left, top] = [x + width / 2, y + height / 2]
      const inWidth = left >= 0 && left < innerWidth
      // Scrolling up and down brings the rest into view.
      if (inWidth && (top < 1 || top > innerHeight - 1)) return false
      const hit = document.elementFromPoint(left, top)
      // Scrolling moves content out from under floating elements.
      const underBar = floats(hit) && !floats(control)
      const scroller = control.closest('aside, [class*=middle]')?.getBoundingClientRect()
      const scrolledOut = scroller && (top < scroller.top || top > scroller.bottom)
      return !underBar && !scrolledOut && !control.contains(hit) && !hit?.contains(control)
    })
    return found.map(
      ({ tagName, ariaLabel, textContent }) =>
        `${tagName} ${(ariaLabel ?? textContent ?? '').slice(0, 40)}`,
    )
  })
  return [...(await overflows(page)), ...covered]
}

/** Controls whose border has less than 3:1 contrast with what is around it (WCAG 1.4.11). */
export function weakBorders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rgb = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? []
    const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
      const [x, y, z] = [r, g, b].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      ) as [number, number, number]
      return 0.2126 * x + 0.7152 * y + 0.0722 * z
    }
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return (rgb(backgroundColor)[3] ?? 1) === 1 ? backgroundColor : behind(element.parentElement)
    }
    const weak = [...document.querySelectorAll('button, input, textarea, select, a')].filter(
      (control) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(control)
        const color = rgb(borderTopColor)
        if (borderTopWidth === '0px' || color[3] === 0) return false
        const [a, b] = [luminance(color), luminance(rgb(behind(control.parentElement)))]
        return control.checkVisibility() && (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3
      },
    )
    return weak.map((control) => control.ariaLabel ?? control.textContent ?? control.tagName)
  })
}

type Recording = { readShifts: () => Promise<string[]> }

/**
 * Records what moves on the pages that are opened from now on: https://wicg.github.io/layout-instability/
 * @returns a function that tells what has moved since the page was opened, two frames after now
 */
export async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number
      sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const shifts: string[] = []
    const read = (entries: PerformanceEntry[]) => {
      for (const { value, sources } of entries as Shift[]) {
        // Lines are of another width until their font has come.
        if (value < 0.001) continue
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = element?.ariaLabel || element?.textContent || element?.getAttribute('class')
          return `${element?.localName} “${name?.slice(0, 40)}” ${from.x},${from.y} → ${to.x},${to.y}`
        })
        shifts.push(`${value}: ${moved.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => read(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const readShifts = async () => {
      await document.fonts.ready
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      read(observer.takeRecords())
      return shifts
    }
    Object.assign(window, { readShifts })
  })
  return () => page.evaluate(() => (window as unknown as Recording).readShifts())
}
