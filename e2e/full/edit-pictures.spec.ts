// The pictures of a post or a comment can be edited (R10.21).
import type { Page } from 'playwright/test'
import { firstPhoto, openEdit, openPost } from '../support/actions.ts'
import {
  comments,
  expect,
  signUp,
  test,
  toast,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { failNext, newestPost } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const previews = (page: Page) => dialog(page).getByRole('img', { name: /^Preview/ })

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Edit Post' }).click()

async function pickInDialog(page: Page, count: number): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Add a picture' }).click()
  const files = Array.from({ length: count }, (_, n) => pictureFile(60 + n, 40))
  await (await chooser).setFiles(files)
  await expect(dialog(page).getByText(/pictures? added/i)).toBeVisible()
}

test('pictures are edited, also when that fails (R4.12, R10.21, R11.4, R11.33)', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/503|response/)
  await signUp(page)
  await pick(page, pictureFile())
  await expect(page.getByText('Picture added')).toBeVisible()
  await writePost(page, 'One for now')
  const { imageUrl } = await newestPost(page)
  await openEdit(page)
  await expectShown(previews(page))
  await pickInDialog(page, 2)
  await dialog(page).getByRole('button', { name: 'Edit picture 1' }).press('ArrowRight')
  await dialog(page).getByRole('button', { name: 'Add description of picture 2' }).click()
  const description = page.getByLabel('Picture 2 description (optional)')
  await description.fill('The first one')
  await description.press('Enter')
  await expect(description).toHaveCount(0)
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect
    .poll(async () => (await newestPost(page)).images?.map(({ alt }) => alt ?? ''))
    .toEqual(['', 'The first one', ''])
  expect((await newestPost(page)).images?.[1]?.url).toBe(imageUrl)

  const { images } = await newestPost(page)
  await openEdit(page)
  await dialog(page).getByRole('textbox').first().fill('Still three')
  await save(page)
  await expect.poll(async () => (await newestPost(page)).content).toBe('Still three')
  expect((await newestPost(page)).images).toEqual(images)

  await failNext(page, 'POST /api/posts/edit/:postId', 503)
  await openEdit(page)
  await dialog(page).getByRole('button', { name: 'Remove picture 2' }).click()
  await save(page)
  await expect.poll(async () => (await newestPost(page)).images).toEqual(images)
  await page.reload()
  await openEdit(page)
  await expect(previews(page)).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await openEdit(page)
  await expect(previews(page)).toHaveCount(3)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await openEdit(page)
  for (const name of ['Remove picture 3', 'Remove picture 2', 'Remove picture'])
    await dialog(page).getByRole('button', { name, exact: true }).press('Enter')
  await expect(dialog(page).getByRole('textbox')).toBeFocused()
  await save(page)
  await expect.poll(async () => (await newestPost(page)).imageUrl).toBeUndefined()
  await expect(firstPhoto(page)).toHaveCount(0)

  await openEdit(page)
  await pickInDialog(page, 1)
  await failNext(page, 'POST /api/uploads', 503)
  await save(page)
  const message = toast(page, "Can't upload image")
  await expect(message).toBeVisible()
  await message.click()
  await expect(message).toHaveCount(0)
  await expect(dialog(page)).toBeVisible()
  await failNext(page, 'POST /api/uploads', 503)
  await save(page)
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(message).toBeVisible()

  await openPost(page)
  await writeComment(page, 'Picture follows')
  const comment = comments(page).first()
  await comment.getByRole('button', { name: /^Comment menu/ }).click()
  await page.getByRole('menuitem', { name: 'Edit comment' }).click()
  await pickInDialog(page, 1)
  await failNext(page, 'POST /api/uploads', 503)
  await dialog(page).getByRole('button', { name: 'Edit Comment' }).click()
  await expect(toast(page, 'There is some problem with uploading image')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Edit Comment' }).click()
  await expectShown(comment.getByRole('img', { name: /^Photo by/ }))
})
