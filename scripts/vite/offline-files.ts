import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestTransform } from 'workbox-build'

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
