// Posts travel from phone to phone until one has a signal (docs/courier.md).
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  goOnline,
  leaveForm,
  logInAsGuest,
  post,
  showNew,
  test,
  unsent,
} from '../support/sync-fixtures.ts'

/** Opens one of the two screens from below the composer, which a phone without a signal shows. */
async function open(page: Page, name: 'Give' | 'Take') {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Opens the list from the line that says what waits. */
async function openList(page: Page) {
  await leaveForm(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
}

async function close(page: Page, title: string) {
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
}

const photo = (page: Page) =>
  post(page, 'Nobody has a signal here').getByRole('img', { name: /^Photo by/ })

test('a post with a photo goes from phone to phone in a file, and to the club when only the second has a signal', async ({
  guest,
  mira,
  newContext,
  club,
}) => {
  await goOffline(guest)
  await goOffline(mira)
  await pick(guest, pictureFile())
  await writePost(guest, 'Nobody has a signal here')
  await open(guest, 'Give')
  const download = guest.waitForEvent('download')
  await guest.getByRole('button', { name: 'Share as a file' }).click()
  const bytes = await readFile(await (await download).path())
  await close(guest, 'Give to a phone nearby')
  await openList(guest)
  await expect(guest.getByText('Waiting, shown to another phone')).toBeVisible()

  await open(mira, 'Take')
  const file = { name: 'posts.gearheads', mimeType: 'application/octet-stream', buffer: bytes }
  const input = mira.getByLabel('File from the other phone')
  await input.setInputFiles(file)
  await expect(mira.getByText("Got 2 changes from guest's phone.")).toBeVisible()
  await input.setInputFiles(file)
  await expect(mira.getByText('Nothing new: this phone has them all.')).toBeVisible()
  await input.setInputFiles({ ...file, buffer: Buffer.from('no bundle') })
  await expect(mira.getByText('This is not from Gearheads, or it is damaged.')).toBeVisible()
  await close(mira, 'Take from a phone nearby')
  await openList(mira)
  await expect(
    mira.getByRole('heading', { name: 'Of others, delivered by this phone' }),
  ).toBeVisible()
  await close(mira, "Changes that aren't sent")
  await showNew(mira)
  await expect(unsent(mira, 'Nobody has a signal here')).toBeVisible()
  await expectShown(photo(mira))

  await goOnline(mira)
  await expect(unsent(mira, 'Nobody has a signal here')).toHaveCount(0)
  const other = await (await newContext()).newPage()
  await logInAsGuest(other, club)
  await expect(post(other, 'Nobody has a signal here')).toBeVisible()
  await expectShown(photo(other))
  await other.context().close()

  await goOnline(guest)
  await expect(guest.getByText('Nothing is waiting.')).toBeVisible()
})
