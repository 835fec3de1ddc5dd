// What is shared to the app (R16.7).
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { stopWorkers } from '../support/devtools.ts'
import { expect, posts } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown } from '../support/pictures.ts'
import { test, waitForPrecache } from '../support/pwa-fixtures.ts'

/** Sends the request of the device's share sheet: a form, as a navigation (see the manifest). */
async function share(page: Page, fields: Record<string, string>): Promise<void> {
  const bytes = [...pictureFile().buffer]
  await page.evaluate(
    ({ fields, bytes }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '/share' })
      form.addEventListener('formdata', ({ formData }) => {
        for (const [name, value] of Object.entries(fields)) formData.set(name, value)
        const picture = new File([new Uint8Array(bytes)], 'bike.bmp', { type: 'image/bmp' })
        formData.set('images', picture)
      })
      document.body.append(form)
      form.submit()
    },
    { fields, bytes },
  )
}

const prompt = (page: Page) => page.getByRole('region', { name: 'Shared with Gearheads' })

async function add(page: Page): Promise<void> {
  await expect(prompt(page)).toContainText('Add this to your post?')
  await prompt(page).getByRole('button', { name: 'Add', exact: true }).click()
}

test('shares wait for the log-in and for each other, offline too (R16.7)', async ({
  page,
  host,
}) => {
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

  await composer(page).fill('')
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
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Sunday ride')
  const photos = posts(page)
    .first()
    .getByRole('img', { name: /^Photo/ })
  await expect(photos).toHaveCount(3)
  await expectShown(photos.last())
  await expect(prompt(page)).toHaveCount(0)
})
