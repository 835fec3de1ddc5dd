import { refusals } from '../../../src/contract/refusals.ts'
import { UPLOADS, type uploadCalls } from '../../../src/contract/uploads.ts'
import { named, type Request, type Rules, refuseIf, take } from './rule.ts'
import { commentsOf, type ModelUpload, type ModelUser, type World } from './world.ts'

export const uploadRules: Rules<keyof typeof uploadCalls> = {
  'POST /api/uploads'({ world, viewer, body }) {
    const { now: createdAt, data, moved } = world
    const id = String(++data.given.uploads)
    // Its type is told by its bytes, whatever it is called.
    const { type, size } = { type: 'image/webp', size: body.file.size }
    const upload = { _id: '', id, owner: viewer, type, size, createdAt, updatedAt: createdAt }
    data.uploads.push(upload)
    // A reset begins to count anew: the old address of another picture is this one's now.
    moved.delete(UPLOADS + id)
    return ({ secure_url }) => {
      upload._id = secure_url.slice(UPLOADS.length)
      return { secure_url: UPLOADS + upload._id }
    }
  },

  'GET /api/uploads/:id'(request) {
    const { moved } = request.world
    if (moved.has(UPLOADS + request.params.id)) return () => ({ type: '', size: 0 })
    const { type, size } = uploadOf(request)
    return () => ({ type, size })
  },

  'POST /api/uploads/:id/moved'(request) {
    const { world, viewer, body } = request
    const upload = uploadOf(request)
    refuseIf(upload.owner !== viewer, refusals.moveForeignUpload)
    const onImageHost = body.secure_url.startsWith('https://pictures.test/')
    refuseIf(!onImageHost, refusals.movedElsewhere)
    for (const address of addressesOf(upload)) world.moved.set(address, body.secure_url)
    take(world.data.uploads, upload)
    for (const content of [...world.data.posts, ...commentsOf(world.data)]) {
      content.imageUrl = nowAt(world, content.imageUrl)
    }
    for (const { profilePhoto, coverPhoto } of world.data.users) {
      for (const photo of [profilePhoto, coverPhoto])
        photo.chosen = nowAt(world, photo.chosen) ?? ''
    }
    return () => ({ secure_url: body.secure_url })
  },
}

/** Where a picture is now. */
export function nowAt({ moved }: World, url?: string | null): string | undefined {
  return url ? (moved.get(url) ?? url) : undefined
}

/** Pictures of `owner` that were shown at `urls` go when nothing shows them, by either address. */
export function forgetPictures(world: World, owner: ModelUser, urls: (string | undefined)[]): void {
  const { users, posts, uploads } = world.data
  const photos = users.flatMap((user) => [user.profilePhoto.chosen, user.coverPhoto.chosen])
  const contents = [...posts, ...commentsOf(world.data)].map(({ imageUrl }) => imageUrl)
  const shown = new Set([...photos, ...contents])
  for (const upload of [...uploads]) {
    const addresses = addressesOf(upload)
    const wasShown = addresses.some((address) => urls.includes(address))
    const isShown = addresses.some((address) => shown.has(address))
    if (wasShown && !isShown && upload.owner === owner) take(uploads, upload)
  }
}

function addressesOf({ _id, id }: ModelUpload): string[] {
  return [UPLOADS + _id, UPLOADS + id]
}

function uploadOf({ world, params }: Request): ModelUpload {
  return named(world.data.uploads, params.id, refusals.unknownUpload)
}
