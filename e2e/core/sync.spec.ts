// A club's app without a network: what is written then reaches the club later (docs/sync.md).
import { stopWorkers } from '../support/devtools.ts'
import { comments, expect, toast, writeComment, writePost } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { expectLine, goOnline, post, showNew, test, unsent } from '../support/sync-fixtures.ts'

test('what is written offline survives reloads and a stopped worker, and is home a second after the network (R16.10, R16.14)', async ({
  guest,
  mira,
}) => {
  await goOffline(guest)
  await writePost(guest, 'From the mountain pass')
  await post(guest, 'Brakes: present').getByRole('button', { name: /^Like/ }).click()
  await expectLine(guest, '2 changes are waiting.')
  await expect(unsent(guest, 'From the mountain pass')).toBeVisible()
  await guest.reload()
  await expect(unsent(guest, 'From the mountain pass')).toBeVisible()
  await stopWorkers(guest)
  await post(guest, 'From the mountain pass')
    .getByRole('link', { name: /^Comments/ })
    .click()
  await writeComment(guest, 'No signal up here')
  await expect(toast(guest, "Saved. It's sent when the club can be reached.")).toBeVisible()
  await expect(comments(guest).first().getByTitle('Not sent yet')).toBeVisible()

  await goOnline(guest)
  await showNew(mira)
  await expect(post(mira, 'From the mountain pass')).toBeVisible()
  await expect(
    post(mira, 'Brakes: present').getByRole('button', { name: /^Like/ }),
  ).toHaveAccessibleName(/: \d/)
  await post(mira, 'From the mountain pass')
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(comments(mira).first()).toContainText('No signal up here')
  await expect(guest.getByTitle('Not sent yet')).toHaveCount(0)
  await expect(guest.getByText(/waiting\.$/)).toHaveCount(0)
})
