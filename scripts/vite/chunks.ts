import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

/**
 * Few, large chunks, because each is a request, and the worker caches those of the first stage before it starts: one
 * for the landing screen, one for code that can wait until the landing screen is painted, and one for all other screens.
 * Code that those load on demand has its own chunks. A module goes, with all its imports, into the first group that
 * matches. `scripts/built-files.test.ts` limits the sizes.
 */
export const codeSplitting = {
  groups: [
    { name: 'vendor', test: /node_modules|rolldown.runtime/, tags: ['$initial' as const] },
    {
      name: 'landing',
      // Includes the icons and styles that after-paint shares with other screens: one file less to wait for.
      // `[^?]` matches the part of a route file that the router's plugin leaves when it splits off the component.
      test: /src.(pwa|ui.(base|tokens)|routes.(index|[^?]+$)|features.(account.(auth|log-in|sign-up|credentials)|shell.landing))|(toasts|notices|failure-banner)[.\w]*css|icons.(x|wifi-off|cloud-download)\.mjs/,
    },
    // Every screen but the landing screen calls the API, and so does after-paint.
    { name: 'query', test: /react-query/ },
    {
      name: 'after-paint',
      test: /src.(ui.toasts|features.shell.(notices|report|failure-banner|post-transition))/,
    },
    {
      name: 'home',
      test: /src.(data.first-data|features.(content(?!.(emoji-(picker|recents)|link-dialog|picture-(viewer|zoom|motion)))|people|account.(settings|profile))|routes._shell(?!.mock).*tsr-split)/,
    },
  ],
}

/** Files of the first stage: enough for the landing screen and the screens behind it. */
const FIRST =
  /^(index\.html|assets\/(index|rolldown-runtime|vendor|landing|query|home|after-paint|barlow)[-.\w]+\.(js|css|woff2))$/

/**
 * Splits the precache into two stages. The first is written into the worker, which caches it while it installs. The
 * second is a list, `assets/offline-<build>.json`, which the worker reads when the app is idle
 * (`src/pwa/worker/precache.ts`).
 */
export function offlineFiles(): { plugin: Plugin; split: ManifestTransform } {
  let assets = ''
  const plugin: Plugin = {
    name: 'offline-files',
    configResolved({ root, build }) {
      assets = resolve(root, build.outDir, 'assets')
    },
  }
  const split: ManifestTransform = async (entries) => {
    const files = entries.map(({ url }) => url).sort()
    const rest = files.filter((url) => !FIRST.test(url))
    await mkdir(assets, { recursive: true })
    await writeFile(
      join(assets, `offline-${process.env.VITE_BUILD}.json`),
      JSON.stringify(rest, null, 1),
    )
    // Hosts redirect /index.html to /, so it is cached under that address.
    const names = files
      .filter((url) => FIRST.test(url))
      .map((url) => (url === 'index.html' ? './' : url))
    return { manifest: names.map((url) => ({ url, revision: null, size: 0 })) }
  }
  return { plugin, split }
}
