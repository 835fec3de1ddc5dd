// Posts travel from phone to phone until one has a signal (docs/sync.md#courier).
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { cameraArguments, filmCodes, seenCodes } from '../support/fake-camera.ts'
import { expect, writePost } from '../support/fixtures.ts'
import { overflows } from '../support/layout.ts'
import { give, pictureFile, type TestFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { goOnline, logInAsMira, post, showNew, test, unsent } from '../support/sync-fixtures.ts'

/** Opens one of the two screens from below the composer, which shows them when it is used without a signal. */
async function open(page: Page, name: 'Give' | 'Take') {
  await page.getByTestId('post-input').focus()
  await page.getByRole('button', { name, exact: true }).click()
}

async function close(page: Page, title: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}

/** What the phone gives, as the file that it shares. */
async function giveFile(page: Page): Promise<TestFile> {
  await open(page, 'Give')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share as a file' }).click()
  const buffer = await readFile(await (await download).path())
  await close(page, 'Give to a phone nearby')
  return { name: 'posts.gearheads', mimeType: 'application/octet-stream', buffer }
}

test('from screen to camera, and to the club (R16.19)', async ({ guest, club, launchOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'gearheads-camera-'))
  const film = join(folder, 'camera.y4m')
  const args = [...(launchOptions.args ?? []), ...cameraArguments(film)]
  const second = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...launchOptions,
    args,
  })
  const mira = second.pages()[0] ?? (await second.newPage())
  await logInAsMira(mira, club)
  await goOffline(guest)
  await goOffline(mira)
  // Random letters, which take several codes.
  for (let n = 0; n < 5; n++)
    await writePost(guest, Buffer.from(crypto.getRandomValues(new Uint8Array(180))).toString('hex'))
  await writePost(guest, 'On the screen of a phone')
  await pick(guest, pictureFile())
  await writePost(guest, 'With a photo that follows')
  await open(guest, 'Give')
  await expect(guest.getByText('point its camera here: 7 changes')).toBeVisible()
  const count = Number(/\d+/.exec(await guest.getByText(/codes, one after/).innerText())?.[0])
  expect(count).toBeGreaterThan(2)
  await filmCodes(film, await seenCodes(guest, count))

  await open(mira, 'Take')
  await mira.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(mira.getByText("Got 7 changes from guest's phone.")).toBeVisible()
  await close(mira, 'Take from a phone nearby')
  await showNew(mira)
  await expect(unsent(mira, 'On the screen of a phone')).toBeVisible()
  const withPhoto = post(mira, 'With a photo that follows')
  await withPhoto.scrollIntoViewIfNeeded()
  await expect(withPhoto.getByText('The picture follows.')).toBeVisible()
  await goOnline(mira)
  await expect(unsent(mira, 'On the screen of a phone')).toHaveCount(0)
  await expect(unsent(mira, 'With a photo that follows')).toBeVisible()

  await goOnline(guest)
  await close(guest, 'Give to a phone nearby')
  await expect(guest.getByTitle('Not sent yet')).toHaveCount(0)
  await expect(unsent(mira, 'With a photo that follows')).toHaveCount(0)
  await expectShown(withPhoto.getByRole('img', { name: /^Photo by/ }))
  await second.close()
  await rm(folder, { recursive: true })
})

test('files are given, dropped and shared; axe in Give and Take, which fit a phone (R16.21, R16.25)', async ({
  guest,
  mira,
}) => {
  async function look() {
    await expectNoViolationsInThemes(guest)
    expect(await overflows(guest)).toEqual([])
  }
  await guest.emulateMedia({ reducedMotion: 'reduce' })
  await guest.setViewportSize({ width: 390, height: 844 })
  await goOffline(guest)
  await writePost(guest, 'Dropped into the window')
  await open(guest, 'Give')
  await expect(guest.getByRole('img', { name: 'Code for the camera' })).toBeVisible()
  await look()
  await guest.keyboard.press('Escape')
  await open(guest, 'Take')
  await guest.getByRole('button', { name: 'Scan with the camera' }).press('Enter')
  await expect(guest.getByText(/^The camera can’t be used.* ask for a file/)).toBeVisible()
  await look()
  await close(guest, 'Take from a phone nearby')

  const first = await giveFile(guest)
  await writePost(guest, 'Through the share sheet')
  const second = await giveFile(guest)

  const take = mira.getByRole('dialog', { name: 'Take from a phone nearby' })
  await mira.getByRole('link', { name: 'Settings' }).first().click()
  await mira.getByRole('region', { name: 'Devices' }).getByRole('button', { name: 'Take' }).click()
  await close(mira, 'Take from a phone nearby')
  await goOffline(mira)
  await mira.getByRole('button', { name: 'Offline', exact: true }).click()
  await expect(mira.getByText('Nothing is waiting.')).toBeVisible()
  await mira.getByRole('button', { name: 'Take', exact: true }).last().click()
  await expect(take).toBeVisible()
  await close(mira, 'Take from a phone nearby')
  await mira.getByRole('button', { name: 'Close', exact: true }).click()

  await give(mira.getByRole('heading', { level: 1 }), 'drop', first)
  await expect(take.getByText("Got 1 change from guest's phone.")).toBeVisible()
  const other = { ...first, buffer: Buffer.from('no bundle') }
  await mira.getByLabel('File from the other phone').setInputFiles(other)
  await expect(take.getByText('This is not from Gearheads, or it is damaged.')).toBeVisible()

  // As the share sheet of a phone sends it: a form, as a navigation.
  await mira.evaluate((base64) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '/share' })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'bundles' })
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([content], 'posts.gearheads.txt', { type: 'text/plain' }))
    input.files = files.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, second.buffer.toString('base64'))
  await mira
    .getByRole('region', { name: 'Shared with Gearheads' })
    .getByRole('button', { name: 'Take' })
    .click()
  await expect(mira.getByText("Got 1 change from guest's phone.").first()).toBeVisible()
  await showNew(mira)
  await expect(post(mira, 'Through the share sheet')).toBeVisible()
})
