/**
 * The request header by which a client names a write. However often the request is sent under one
 * key within a day, the write is done once.
 */
export const KEY_HEADER = 'Idempotency-Key'
