import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'

const icon = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string, description: string) => ({
  name,
  url,
  description,
  icons: [icon('icon', 192, 'any')],
})

/** The web app manifest. URLs are relative to the manifest. */
export const webManifest: Partial<ManifestOptions> = {
  name: 'Gearheads',
  short_name: 'Gearheads',
  description: 'Social media for gear heads: post, like, comment and follow.',
  lang: 'en',
  dir: 'ltr',
  categories: ['social', 'lifestyle', 'photo'],
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // A shortcut or a share opens in an existing window, if there is one.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  background_color: '#101114',
  theme_color: '#101114',
  icons: [
    icon('icon', 192, 'any'),
    icon('icon', 512, 'any'),
    icon('icon-maskable', 192, 'maskable'),
    icon('icon-maskable', 512, 'maskable'),
    icon('icon-monochrome', 512, 'monochrome'),
  ],
  shortcuts: [
    shortcut('New post', 'homePage?compose', 'Say what you are driving'),
    shortcut('Explore', 'explore', 'Search posts and people'),
    shortcut('Bookmarks', 'bookMarkPage', 'Posts that you kept'),
    shortcut('Request tester', 'mock', 'Send a request to the mock API'),
  ],
  screenshots: [
    {
      src: 'screenshots/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The home feed on a desktop',
    },
    {
      src: 'screenshots/narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The home feed on a phone',
    },
  ],
  // Handled by src/data/sync/receive-bundles.ts.
  file_handlers: [{ action: 'homePage', accept: { 'application/x-gearheads': ['.gearheads'] } }],
  // Handled by the worker: src/pwa/worker/share-target.ts.
  share_target: {
    action: 'share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [
        { name: 'images', accept: ['image/*'] },
        // Posts of a phone nearby. Chrome shares them as text (src/data/sync/hand-over.ts).
        {
          name: 'bundles',
          accept: ['.gearheads', 'application/octet-stream', 'text/plain', '.txt'],
        },
      ],
    },
  },
}

/**
 * Sets the `id` to the path of the app. It must never change, because a device treats an app with another id as a
 * different app.
 */
export function manifestId(): Plugin {
  return {
    name: 'manifest-id',
    enforce: 'pre',
    configResolved({ base }) {
      webManifest.id = base
    },
  }
}
