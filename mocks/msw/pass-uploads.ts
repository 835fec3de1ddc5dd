import { type HttpHandler, http } from 'msw/http'
import { passthrough } from 'msw/utils/passthrough'

/**
 * Lets uploads go to the image host on the real network (R10.4). For MSW hosts that hand every
 * request to MSW, such as Node tests: put it beside `createMswHandlers`. Our own worker needs it
 * not, since it takes no request to another origin.
 *
 * @param uploadUrl what `VITE_UPLOAD_URL` is; empty when there is no image host
 */
export function passUploads(uploadUrl: string): HttpHandler[] {
  return uploadUrl ? [http.post(uploadUrl, () => passthrough())] : []
}
