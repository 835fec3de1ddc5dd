// What moves, for how long, and that nothing does with reduced motion.
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'

type Motion = { name: string; ms: number; scales?: string[] }

/** Collects the animations of the page from now on, by their names without the part that the build adds. */
async function watchMotion(page: Page): Promise<() => Promise<Motion[]>> {
  await page.evaluate(() => {
    const motions: Motion[] = []
    Object.assign(window, { motions })
    const add = (target: Element, name: string | undefined, duration: string) => {
      if (name) motions.push({ name, ms: Math.round(Number.parseFloat(duration) * 1000) })
      const isSpring = name === 'scale' && motions.at(-1)?.ms === 200
      const spring = isSpring && target.getAnimations()[0]
      if (!spring) return
      // Its steps, without waiting for its frames.
      const at = (time: number) => {
        spring.currentTime = time
        return getComputedStyle(target).scale
      }
      Object.assign(motions.at(-1) ?? {}, { scales: [0, 100].map(at) })
    }
    addEventListener('animationstart', ({ target, animationName }) => {
      const { animationDuration } = getComputedStyle(target as Element)
      add(target as Element, animationName.split('_')[1], animationDuration)
    })
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      const { duration } = options as KeyframeAnimationOptions
      motions.push({ name: Object.keys(frames ?? {}).join(), ms: Number(duration) })
      return animate.call(this, frames, options)
    }
    addEventListener('transitionrun', ({ target, propertyName }) => {
      add(target as Element, propertyName, getComputedStyle(target as Element).transitionDuration)
    })
  })
  return () => page.evaluate(() => (window as unknown as { motions: Motion[] }).motions)
}

// A pending post stays for a moment.
test.use({ slow: true })

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`R2.34: what moves, for how long, and a press at an edge: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await logInAsGuest(page)
    const motions = await watchMotion(page)
    const find = async (name: string) => (await motions()).find((one) => one.name === name)
    await composer(page).fill('Fourth gear')
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(posts(page).first()).toContainText('Fourth gear')
    await posts(page).first().getByRole('button', { name: /^Like/ }).click()
    const isReduced = reducedMotion === 'reduce'
    await expect.poll(() => find('slide')).toEqual({ name: 'slide', ms: isReduced ? 1 : 120 })
    const needle = isReduced ? undefined : { name: 'rotate', ms: 240 }
    await expect.poll(() => find('rotate')).toEqual(needle)
    await expect
      .poll(() => find('scale'))
      .toEqual(
        isReduced ? { name: 'scale', ms: 1 } : { name: 'scale', ms: 200, scales: ['0.8', '1.15'] },
      )
    // The needle is part of the picture again.
    const logo = page.locator('img[src$="/logo.svg"]').filter({ visible: true })
    await expect(logo).toHaveCount(1)
    await expect(logo).toHaveCSS('clip-path', 'none')
    if (isReduced) expect(Math.max(...(await motions()).map(({ ms }) => ms))).toBe(1)

    // A press at the edge of a button hits it, though the button moves.
    await expect(page.locator('[aria-busy]').getByRole('article')).toHaveCount(0)
    const like = posts(page).nth(1).locator('button[aria-pressed]').first()
    await like.scrollIntoViewIfNeeded()
    const box = (await like.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + 1.5, box.y + box.height / 2)
    await page.mouse.down()
    await like.evaluate((button) =>
      Promise.all(button.getAnimations().map(({ finished }) => finished)),
    )
    await page.mouse.up()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/homePage')
  })
}
