import { expect, type Page } from 'playwright/test'

/** Every screen behind the log-in, and what a wrong address shows, with the title of its tab. */
export const SCREENS = {
  '/homePage': 'Home',
  '/explore': 'Explore',
  '/post/5': 'Post by Mira Okafor',
  '/profilePage/1': 'Mira Okafor',
  '/bookMarkPage': 'Bookmarks',
  '/notifications': 'Notifications',
  '/settings': 'Edit-Profile',
  '/mock': 'Request tester',
  '/mock/lab': 'Sync lab',
  '/nowhere': 'Not found',
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** Opens a screen, and waits until it has loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** Sets the size of text, as a browser's settings do. */
export const setTextSize = (page: Page, fontSize: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, fontSize)
