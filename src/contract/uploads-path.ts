/**
 * The path of the stored pictures, each followed by its `_id`. Separate from `uploads.ts`, whose
 * schemas would add the validator to the page.
 */
export const UPLOADS = '/api/uploads/'
