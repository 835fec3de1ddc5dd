/**
 * Where the pictures that are kept on this device stand, each under its `_id`. A file of its own,
 * so that the page loads no validator with it.
 */
export const UPLOADS = '/api/uploads/'
