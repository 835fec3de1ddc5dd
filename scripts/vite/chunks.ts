import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

/**
 * Few chunks, and large: each is a request, and the worker keeps those of the first stage before it starts
 * (`offline-files.ts`). What the landing screen needs, what can wait until it is painted, then all other
 * screens; what those load only when asked for stays apart. The first group that matches takes a module,
 * with all that it imports. `scripts/built-files.test.ts` holds the sizes.
 */
export const codeSplitting = {
  groups: [
    { name: 'vendor', test: /node_modules|rolldown.runtime/, tags: ['$initial' as const] },
    {
      name: 'landing',
      // Icons that what comes after the first paint shares with other screens: it must not be part of them.
      // So are the styles of what comes then: a file less, and no wait for it.
      // `[^?]`: what the router's plugin leaves of a route file when it takes out its component.
      test: /src.(pwa|ui.(base|tokens)|routes.(index|[^?]+$)|features.(account.(auth|log-in|sign-up|credentials|throttle)|shell.landing))|(toasts|notices|failure-banner)[.\w]*css|icons.(x|wifi-off|cloud-download)\.mjs/,
    },
    // What asks the API, on every screen but the first, and in what comes after its paint.
    { name: 'query', test: /react-query/ },
    { name: 'after-paint', test: /src.(ui.toasts|features.shell.(notices|report|failure-banner))/ },
    {
      name: 'home',
      test: /src.(features.(content(?!.emoji-picker)|people|account.(settings|profile|use-photo))|routes._shell(?!.mock).*tsr-split)/,
    },
  ],
}

/** Files of the first stage, by chunk: enough for the landing screen and every screen behind it. */
const FIRST =
  /^(index\.html|assets\/(index|rolldown-runtime|vendor|landing|query|home|after-paint|barlow)[-.\w]+\.(js|css|woff2))$/

/**
 * Splits what the worker keeps in two: the first stage is written into the worker, which keeps it
 * before it starts; the rest goes into a list of its own, `assets/offline-<build>.json`, which the
 * worker reads when the app is ready (`src/pwa/worker/precache.ts`).
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
    // Hosts redirect /index.html to /: it is kept under the name that it is asked for by.
    const names = files
      .filter((url) => FIRST.test(url))
      .map((url) => (url === 'index.html' ? './' : url))
    return { manifest: names.map((url) => ({ url, revision: null, size: 0 })) }
  }
  return { plugin, split }
}
