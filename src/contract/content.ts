import * as v from 'valibot'
import { textUpTo } from './checks.ts'
import { MAX_PICTURES, TEXT_LIMITS } from './text-limits.ts'

const HOST = /(\[[\da-fA-F:.]+\]|[^\s/?#@:[\]%\\]+)(:\d{1,5})?(?![^/?#])/
const OWN = /\/api\/uploads\/[\w-]+|\/seed\/\w+\/[\w-]+\.svg/

/** @param host of an http(s) address */
const isPicture = (host: RegExp) =>
  v.regex<string, string>(
    new RegExp(`^([Hh][Tt][Tt][Pp][Ss]?://${host.source}\\S*|${OWN.source})?$`),
    'must be an http(s) address, or that of a picture on this site',
  )

/**
 * The address of a picture: http(s), one stored on this device, or one shipped with the app. Empty means no picture.
 * Never with a user name, which looks like a host, nor `javascript:` or `data:`, which a page would run or replies would repeat, nor any other path of ours.
 */
export const PictureUrl = v.pipe(textUpTo(TEXT_LIMITS.url), isPicture(HOST))

/** The address of a picture as it may be stored. */
export const StoredPictureUrl = v.pipe(v.string(), isPicture(/\S/))

/** Describes a picture to people who cannot see it (R10.11). */
const alt = v.nullish(textUpTo(TEXT_LIMITS.alt))

const pictures = {
  imageUrl: v.nullish(PictureUrl),
  imageAlt: alt,
  /** Several pictures (R10.18). Then `imageUrl` and `imageAlt` do not count. */
  images: v.nullish(
    v.pipe(
      v.array(v.object({ url: PictureUrl, alt })),
      v.maxLength(MAX_PICTURES, `must be at most ${MAX_PICTURES} pictures`),
    ),
  ),
}

const entries = { content: v.string(), ...pictures }

/** Body of a new post or comment. The text may be empty and has no limit (R4.1). */
export const NewContent = v.object(entries)

/** Body of an edit of a post or comment. With `imageUrl` or `images`, it replaces all pictures. */
export const EditedContent = v.object(entries)
