import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { AccountExport } from '../contract/account.ts'
import type { Body } from '../contract/calls.ts'
import { UPLOADS } from '../contract/uploads-path.ts'
import { logOut } from './log-out.ts'

/** Reads the viewer's data and pictures as a zip (R3.22). Pictures of other hosts stay addresses. */
export const readAccount = mutationOptions({
  mutationFn: async () => {
    const data = await call('GET /api/account/export', {})
    const { downloadZip } = await import('client-zip')
    return downloadZip(filesOf(data)).blob()
  },
})

async function* filesOf(data: AccountExport) {
  yield { name: 'account.json', input: JSON.stringify(data, undefined, 2) }
  const { profile, posts, comments } = data
  const photos = [profile.profilePhoto, profile.coverPhoto].flatMap((photo) => photo.chosen)
  const contents = [...posts, ...comments]
  const shown = contents.flatMap(({ imageUrl, images = [] }) => [
    imageUrl,
    ...images.map(({ url }) => url),
  ])
  for (const url of new Set([...photos, ...shown])) {
    if (!url?.startsWith(UPLOADS)) continue
    const response = await fetch(url)
    // One that is gone is no reason to have none of the others.
    if (!response.ok) continue
    const extension = response.headers.get('Content-Type')?.split('/')[1]
    yield { name: `pictures/${url.slice(UPLOADS.length)}.${extension}`, input: response }
  }
}

/** Deletes the viewer's account (R3.23), and everything on this device that belongs to it. */
export const deleteAccount = mutationOptions({
  mutationFn: (body: Body<'POST /api/account/delete'>) =>
    call('POST /api/account/delete', { body }),
  onSuccess: ({ deletedUser }) => logOut(deletedUser, true),
})
