/**
 * The path of the stored pictures, each followed by its `_id`. Separate from `uploads.ts`, whose
 * schemas would add the validator to the page.
 */
export const UPLOADS = '/api/uploads/'

/** The end of the address of an animated picture on another host, whose bytes a page cannot read. The host does not get it. */
export const ANIMATED = '#animated'
