import type { Page } from 'playwright/test'
import { stopWorkers } from './devtools.ts'
import { expect, logInAsGuest, posts, signUp } from './fixtures.ts'
import { keptForOffline, test } from './pwa-fixtures.ts'

/** Send what the device's share sheet sends: a form, as a navigation (see the manifest). */
async function share(page: Page, fields: Record<string, string>): Promise<void> {
  await page.evaluate((fields) => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.enctype = 'multipart/form-data'
    form.action = '/share'
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      Object.assign(input, { name, value, type: 'hidden' })
      form.append(input)
    }
    const picture = document.createElement('input')
    Object.assign(picture, { type: 'file', name: 'images' })
    const files = new DataTransfer()
    files.items.add(new File(['not really'], 'bike.png', { type: 'image/png' }))
    picture.files = files.files
    form.append(picture)
    document.body.append(form)
    form.submit()
  }, fields)
}

function composer(page: Page) {
  return page.getByRole('textbox', { name: 'What are you driving' })
}

/** The pictures in the inbox, where they wait for the composer. */
function sharedImages(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('gearheads-inbox')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('shares').objectStore('shares').get('share')
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result?.images ?? []).map((one: File) => `${one.name} ${one.size}`))
          }
        }
      }),
  )
}

test('what is shared to the app waits in the composer, with the host gone and the worker stopped', async ({
  page,
  host,
}) => {
  await signUp(page)
  await keptForOffline(page)
  await host.stop()
  await stopWorkers(page)
  const link = 'https://rides.example/42'
  await share(page, { title: 'Sunday ride', text: `Look at this ${link}`, url: link })
  await expect(page).toHaveURL(/\/homePage\?compose/)
  await expect(composer(page)).toHaveValue(`Sunday ride\nLook at this ${link}`)
  await expect(composer(page)).toBeFocused()
  expect(await sharedImages(page)).toEqual(['bike.png 10'])

  await stopWorkers(page)
  await page.reload()
  await expect(composer(page)).toHaveValue(/^Sunday ride/)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Sunday ride')
  await page.reload()
  await expect(posts(page).first()).toContainText('Sunday ride')
  await expect(composer(page)).toHaveValue('')
  expect(await sharedImages(page)).toEqual([])
})

test('what a visitor shares waits until they are logged in', async ({ page }) => {
  await page.goto('/')
  await keptForOffline(page)
  await Promise.all([page.waitForEvent('load'), share(page, { text: 'Before the log-in' })])
  await logInAsGuest(page)
  await expect(composer(page)).toHaveValue('Before the log-in')
})
