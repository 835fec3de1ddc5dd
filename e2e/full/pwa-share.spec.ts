// What is shared to the app (R16.7).
import type { Page } from 'playwright/test'
import { composer, firstPhoto } from '../support/actions.ts'
import { stopWorkers } from '../support/devtools.ts'
import { expect, posts, signUp } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, preview } from '../support/pictures.ts'
import { test, waitForPrecache } from '../support/pwa-fixtures.ts'

/** Sends the request of the device's share sheet: a form, as a navigation (see the manifest). */
async function share(page: Page, fields: Record<string, string>): Promise<void> {
  const bytes = pictureFile().buffer.toString('base64')
  await page.evaluate(
    ({ fields, bytes }) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.enctype = 'multipart/form-data'
      form.action = '/share'
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input')
        Object.assign(input, { name, value, type: 'hidden' })
        form.append(input)
      }
      const images = document.createElement('input')
      Object.assign(images, { type: 'file', name: 'images' })
      const files = new DataTransfer()
      const decoded = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      files.items.add(new File([decoded], 'bike.bmp', { type: 'image/bmp' }))
      images.files = files.files
      form.append(images)
      document.body.append(form)
      form.submit()
    },
    { fields, bytes },
  )
}

function prompt(page: Page) {
  return page.getByRole('region', { name: 'Shared with Gearheads' })
}

async function add(page: Page): Promise<void> {
  await expect(prompt(page)).toContainText('Add this to your post?')
  await prompt(page).getByRole('button', { name: 'Add', exact: true }).click()
}

test('what was shared waits in the composer, offline (R16.7)', async ({ page, host }) => {
  await signUp(page)
  await waitForPrecache(page)
  await host.stop()
  await stopWorkers(page)
  const link = 'https://rides.example/42'
  await share(page, { title: 'Sunday ride', text: `Look at this ${link}`, url: link })
  await expect(page).toHaveURL(/\/homePage\?compose/)
  await expect(prompt(page)).toContainText(`Sunday ride\nLook at this ${link}`)
  await expectShown(prompt(page).getByRole('img', { name: 'What was shared' }))
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('')
  await page.reload()
  await add(page)
  await expect(composer(page)).toHaveValue(`Sunday ride\nLook at this ${link}`)
  await expectShown(preview(page))
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Sunday ride')
  await expectShown(firstPhoto(page))
  await expect(prompt(page)).toHaveCount(0)
})

test('shares wait for the log-in and for each other (R16.7)', async ({ page }) => {
  await page.goto('/')
  await waitForPrecache(page)
  await Promise.all([page.waitForEvent('load'), share(page, { text: 'Before the log-in' })])
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await add(page)
  await expect(composer(page)).toHaveValue('Before the log-in')

  await composer(page).fill('Half a sentence')
  await Promise.all([page.waitForEvent('load'), share(page, { text: 'First share' })])
  await Promise.all([page.waitForEvent('load'), share(page, { text: 'Second share' })])
  await expect(prompt(page)).toContainText('First share')
  await add(page)
  await expect(composer(page)).toHaveValue('Half a sentence\nFirst share')
  await expect(page.getByRole('img', { name: /^Preview/ })).toHaveCount(2)
  await expect(page.getByText('Added to your post.')).toBeAttached()
  await expect(composer(page)).toBeFocused()
  await expect(prompt(page)).toContainText('Second share')
  await prompt(page).getByRole('button', { name: 'Discard' }).click()
  await expect(prompt(page)).toHaveCount(0)
  await expect(page.getByText('Discarded.')).toBeAttached()
})
