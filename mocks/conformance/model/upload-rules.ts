import { apiErrors } from '../../../src/contract/errors.ts'
import type { uploadCalls } from '../../../src/contract/uploads.ts'
import { UPLOADS } from '../../../src/contract/uploads-path.ts'
import { editedAt, named, type Request, type Rules, refuseIf, take } from './rule.ts'
import {
  commentsOf,
  type ModelContent,
  type ModelData,
  type ModelUpload,
  type ModelUser,
  type World,
} from './world.ts'

export const uploadRules: Rules<keyof typeof uploadCalls> = {
  'POST /api/uploads'({ world, viewer, body }) {
    const { now: createdAt, data } = world
    const id = String(++data.given.uploads)
    // Its bytes decide its type, not its name.
    const { type, size } = { type: 'image/webp', size: body.file.size }
    const upload = { _id: '', id, owner: viewer, type, size, createdAt, updatedAt: createdAt }
    data.uploads.push(upload)
    world.expiring.push({ at: world.now, what: upload })
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
    refuseIf(upload.owner !== viewer, apiErrors.moveForeignUpload)
    const onImageHost = body.secure_url.startsWith('https://pictures.test/')
    refuseIf(!onImageHost, apiErrors.movedElsewhere)
    world.moved.set(addressOf(upload), body.secure_url)
    world.expiring.push({ at: world.now, what: addressOf(upload) })
    take(world.data.uploads, upload)
    for (const content of [...world.data.posts, ...commentsOf(world.data)]) {
      content.imageUrl = world.moved.get(content.imageUrl ?? '') ?? content.imageUrl
      for (const one of content.images ?? []) one.url = world.moved.get(one.url) ?? one.url
    }
    for (const { profilePhoto, coverPhoto } of world.data.users) {
      for (const photo of [profilePhoto, coverPhoto]) {
        photo.default = world.moved.get(photo.default) ?? photo.default
        photo.chosen = world.moved.get(photo.chosen) ?? photo.chosen
      }
    }
    return () => ({ secure_url: body.secure_url })
  },
}

type Text = string | null
type Pictures = { imageUrl?: Text; imageAlt?: Text; images?: { url: string; alt?: Text }[] | null }

/** The pictures of a new post or comment. A description needs a picture and at least one visible character. */
export function pictureOf(
  world: World,
  { imageUrl, imageAlt, images }: Pictures,
): Pick<ModelContent, 'imageUrl' | 'imageAlt' | 'images'> {
  const isList = images && images.length > 0
  const given = isList ? images : [{ url: imageUrl, alt: imageAlt }]
  const current = given.map(({ url, alt }, index) => ({
    url: nowAt(world, url, isList ? `images.${index}.url` : 'imageUrl'),
    alt: alt?.trim() || undefined,
  }))
  const shown = current.flatMap(({ url, alt }, index) =>
    url && current.findIndex((one) => one.url === url) === index ? [{ url, alt }] : [],
  )
  const [first] = shown
  const several = shown.length > 1 ? { images: shown } : {}
  return { imageUrl: first?.url, imageAlt: first?.alt, images: undefined, ...several }
}

/** Edits a text, and its pictures if the body has some or says that there are none. */
export function editContent(
  world: World,
  content: ModelContent,
  body: Pictures & { content: string },
): void {
  const showed = picturesIn(content)
  const isChanged = body.imageUrl !== undefined || body.images !== undefined
  const pictures = isChanged ? pictureOf(world, body) : {}
  const updatedAt = editedAt(world, content)
  Object.assign(content, { content: body.content, ...pictures, updatedAt })
  removeUnusedPictures(world, content.author, showed)
}

/** The addresses of the pictures of a post or comment. */
export function picturesIn({ imageUrl, images = [] }: ModelContent): (string | undefined)[] {
  return [imageUrl, ...images.map(({ url }) => url)]
}

/** Where a picture is now. Throws {@link ModelError} when its address is one of ours that has none. */
export function nowAt(
  { moved, data }: World,
  url: string | null | undefined,
  field: string,
): string | undefined {
  if (!url?.startsWith(UPLOADS)) return url || undefined
  const isKept = data.uploads.some((upload) => addressOf(upload) === url)
  const text = `${field}: ${apiErrors.unknownUpload.text}`
  refuseIf(!isKept && !moved.has(url), { status: 400, text })
  return moved.get(url) ?? url
}

/** Replaces the data: earlier expiries are dropped, and all pictures count as new. */
export function replaceData(world: World, data: ModelData): void {
  world.data = data
  world.moved.clear()
  world.expiring = data.uploads.map((upload) => ({ at: world.now, what: upload }))
}

const DAY = 24 * 3600

/**
 * Pictures that no row has shown for a day are removed by the next write, and so are old addresses. One write
 * removes ten at most; these sequences never reach that limit.
 */
export function expire(world: World): void {
  const { moved, now, data } = world
  const due = world.expiring.filter(({ at }) => at <= now - DAY)
  world.expiring = world.expiring.filter((one) => !due.includes(one))
  for (const { what } of due) {
    if (typeof what === 'string') moved.delete(what)
    else if (!isShown(data, what)) take(data.uploads, what)
  }
}

/** Removes pictures of `owner` that were shown at `urls` and that no row shows now. */
export function removeUnusedPictures(
  world: World,
  owner: ModelUser,
  urls: (string | undefined)[],
): void {
  const { uploads } = world.data
  for (const upload of [...uploads]) {
    const wasShown = urls.includes(addressOf(upload))
    if (!wasShown || isShown(world.data, upload)) continue
    if (upload.owner === owner) take(uploads, upload)
    else world.expiring.push({ at: world.now, what: upload })
  }
}

/** Whether a row shows a picture. */
function isShown(data: ModelData, upload: ModelUpload): boolean {
  const photos = data.users.flatMap((user) => [user.profilePhoto, user.coverPhoto])
  const shown = [
    ...photos.flatMap((photo) => [photo.default, photo.chosen]),
    ...[...data.posts, ...commentsOf(data)].flatMap(picturesIn),
  ]
  return shown.includes(addressOf(upload))
}

function addressOf({ _id }: ModelUpload): string {
  return UPLOADS + _id
}

function uploadOf({ world, params }: Request): ModelUpload {
  const byId = world.data.uploads.filter(({ _id }) => _id === params.id)
  return named(byId, params.id, apiErrors.unknownUpload)
}
