import { type HttpHandler, http } from 'msw/http'
import { passthrough } from 'msw/utils/passthrough'

/**
 * Passes uploads to the image host on the real network (R10.4). For hosts that give every request to MSW, such as
 * Node tests: use it together with `createMswHandlers`. Our own worker does not need it, because it handles only
 * requests to its origin.
 *
 * @param uploadUrl the value of `VITE_UPLOAD_URL`; empty when there is no image host
 */
export function passUploads(uploadUrl: string): HttpHandler[] {
  return uploadUrl ? [http.post(uploadUrl, () => passthrough())] : []
}
