import { composer, logIn, openEdit } from '../support/actions.ts'
import { expect, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { failNext } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'

test('a draft shows in the first frame after a reload, and is removed when it is sent or its user logs out (R3.16, R4.11)', async ({
  page,
}) => {
  const { username, password } = await signUp(page)
  await test.step('typed just before the reload', async () => {
    await composer(page).pressSequentially('Half a tho')
    await page.reload()
    await expect(composer(page)).toHaveValue('Half a tho')
  })

  await test.step('no frame shows an empty composer', async () => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const area = document.querySelector('textarea')
        if (area) seen.push(area.value)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await expect(composer(page)).toHaveValue('Half a tho')
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(new Set(seen)).toEqual(new Set(['Half a tho']))
  })

  await test.step('sent', async () => {
    await writePost(page, 'Sent')
    await expect(composer(page)).toHaveValue('')
    await page.reload()
    await expect(posts(page).first()).toContainText('Sent')
    await expect(composer(page)).toHaveValue('')
  })

  await test.step('left by a user who logs out', async () => {
    await composer(page).fill('Not for the next one')
    const question = page.getByRole('dialog', { name: 'Log out and lose unsent work?' })
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(composer(page)).toHaveValue('Not for the next one')
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await logIn(page, { username, password })
    await expect(posts(page).first()).toBeVisible()
    await expect(composer(page)).toHaveValue('')
  })
})

test('an unfinished edit is restored when the dialog opens again, and discarded by Cancel', async ({
  page,
}) => {
  await signUp(page)
  await writePost(page, 'Original')
  const text = page.getByRole('dialog').getByRole('textbox')
  await openEdit(page)
  await text.fill('Original, and mo')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(posts(page).first()).toContainText('Original')
  await openEdit(page)
  await expect(text).toHaveValue('Original, and mo')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await openEdit(page)
  await expect(text).toHaveValue('Original')

  await text.fill('Edited')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(posts(page).first()).toContainText('Edited')
  await openEdit(page)
  await expect(text).toHaveValue('Edited')
})

test('a post that cannot be sent keeps its text and picture (R11.4)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  await composer(page).fill('Try again')
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await failNext(page, 'POST /api/uploads', 500)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, "Can't upload image")).toBeVisible()
  await expect(composer(page)).toHaveValue('Try again')
  await expectShown(preview(page))

  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Try again')
  await expect(preview(page)).toHaveCount(0)
  expectErrors(/\b500\b/)
})
