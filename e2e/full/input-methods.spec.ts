// Text that an input method composes, as those of Japanese, Korean and Vietnamese do: it changes until it is committed.
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, logInAsGuest, test } from '../support/fixtures.ts'
import { failNext, setMock } from '../support/mock.ts'
import { toasts } from '../support/session.ts'

/** The keys of an input method, by the DevTools protocol: composed text replaces itself, and is committed. */
async function inputMethod(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  return {
    compose: (text: string) =>
      devTools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    commit: (text: string) => devTools.send('Input.insertText', { text }),
  }
}

test('a refusal changes nothing that is composed (R4.31)', async ({ page, expectErrors }) => {
  expectErrors(/500/)
  await logInAsGuest(page)
  const { compose, commit } = await inputMethod(page)
  await failNext(page, 'POST /api/posts', 500, { error: ['The tank is empty'] })
  await setMock(page, { delay: 500 })
  await composer(page).fill('東京は暑い')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await composer(page).click()
  await compose('お')
  await compose('おお')
  await expect(toasts(page).getByText('The tank is empty')).toBeVisible()
  await compose('おおさ')
  await compose('おおさか')
  await expect(composer(page)).toHaveValue('おおさか')
  await commit('大阪')
  await expect(composer(page)).toHaveValue('大阪')
  await page.keyboard.type('も')
  await expect(composer(page)).toHaveValue('大阪も')
  await page.reload()
  await expect(composer(page)).toHaveValue('大阪も')
  const refused = page.getByTestId('post-card').filter({ hasText: 'Not sent' })
  await expect(refused).toContainText('東京は暑い')
})
