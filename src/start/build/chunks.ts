import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ManifestEntry, ManifestTransform } from 'workbox-build'

/** The groups with the modules that go into them. A path is the start of a file's, such as a folder. */
const GROUPS = {
  landing: [
    ...['src/pwa/', 'src/start/', 'src/ui/base', 'src/ui/tokens', 'src/routes/index.tsx'],
    ...['auth', 'log-in', 'sign-up', 'credentials'].map((name) => `src/features/account/${name}`),
    'src/features/shell/landing',
    'src/features/shell/use-idle',
    // What after-paint shares with other screens: one file less to wait for.
    ...['src/ui/pressed', 'src/ui/toasts.css', 'src/ui/use-modal'],
    'src/features/shell/notices.module.css',
    ...['x', 'wifi-off', 'cloud-download'].map((name) => `lucide-react/dist/esm/icons/${name}.mjs`),
  ],
  // Every screen but the landing screen calls the API, and so does after-paint.
  query: ['@tanstack/react-query/'],
  'after-paint': [
    'src/ui/toasts',
    ...['notices', 'update-offer', 'failure-banner', 'post-transition'].map(
      (name) => `src/features/shell/${name}`,
    ),
  ],
  home: ['src/data/first-data', 'src/features/content/', 'src/features/people/'],
}

/** Loaded when they are used. */
const ON_DEMAND = [
  'content/emoji-picker',
  ...['content/link-dialog', 'content/refused-actions', 'content/rev-needle'],
  ...['content/picture-viewer', 'content/picture-zoom', 'content/picture-motion'],
  ...[
    'content/picture-editor',
    'content/cover-stage',
    'content/box-geometry',
    'content/drag-tiles',
  ],
  ...[
    'content/share-content',
    'content/share-prompt',
    'content/nearby-phones',
    'content/photo-wall',
    'people/people-dialog',
    'people/people-results',
    'people/profile-header',
  ],
  ...['people/muted-people', 'account/sessions-setting'],
].map((name) => `src/features/${name}`)

/** Paths that no module has had yet. */
const unused = new Set([...Object.values(GROUPS).flat(), ...ON_DEMAND])

function isIn(paths: readonly string[], id: string): boolean {
  const path = paths.find((one) => id.includes(`/${one}`))
  if (path) unused.delete(path)
  return path !== undefined
}

/**
 * The router's plugin splits a route file: the component and the loader have a query in their name, and the rest stays
 * with the route tree.
 */
const isRoute = (id: string) => id.includes('/src/routes/') && !id.includes('?')
const isScreen = (id: string) =>
  /\/src\/routes\/_shell(?!\/mock|.*\/(settings|notifications|explore|profilePage)).*tsr-split/.test(
    id,
  )

/**
 * Few, large chunks, because each is a request, and the worker caches those of the first stage before it starts: one
 * for the landing screen, one for code that can wait until the landing screen is painted, and one for all other screens.
 * Code that those load on demand has its own chunks. A module goes, with all its imports, into the first group that
 * matches. `scripts/built-files.test.ts` limits the sizes.
 */
export const codeSplitting = {
  groups: [
    { name: 'vendor', test: /node_modules|rolldown.runtime/, tags: ['$initial' as const] },
    { name: 'landing', test: (id: string) => isIn(GROUPS.landing, id) || isRoute(id) },
    { name: 'query', test: (id: string) => isIn(GROUPS.query, id) },
    { name: 'after-paint', test: (id: string) => isIn(GROUPS['after-paint'], id) },
    {
      name: 'home',
      test: (id: string) => !isIn(ON_DEMAND, id) && (isIn(GROUPS.home, id) || isScreen(id)),
    },
  ],
}

/** Files of the first stage: enough for the landing screen and the screens behind it. */
const FIRST =
  /^(index\.html|assets\/(index|rolldown-runtime|vendor|landing|query|home|after-paint|barlow)[-.\w]+\.(js|css|woff2))$/

/**
 * Splits the precache into two stages, each file with the hash of its content. The first is written into the worker, which
 * caches it while it installs. The second is a list, `assets/offline-<build>.json`, which the worker reads when the app is
 * idle (`src/pwa/worker/precache.ts`).
 */
export function offlineFiles(): {
  plugin: Plugin
  split: ManifestTransform
  /** The first stage, after {@link split}. */
  manifest: ManifestEntry[]
} {
  let folder = ''
  const manifest: (ManifestEntry & { size: number })[] = []
  const plugin: Plugin = {
    name: 'offline-files',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    // A file was renamed: without this, its code would silently go elsewhere.
    generateBundle() {
      if (unused.size > 0) this.error(`No module is at ${[...unused].join(', ')}`)
    },
  }
  const split: ManifestTransform = async (entries) => {
    const files = entries.map(({ url }) => url).sort()
    const hashOf = async (url: string) => shortHash(await readFile(join(folder, url)))
    const list = `assets/offline-${process.env.VITE_BUILD}.json`
    const rest: Record<string, string> = {}
    for (const url of files) if (!FIRST.test(url)) rest[url] = await hashOf(url)
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, list), JSON.stringify(rest, null, 1))
    for (const url of [...files.filter((url) => FIRST.test(url)), list]) {
      // Hosts redirect /index.html to /, so it is cached under that address. A club changes it: its build proves it.
      const isPage = url === 'index.html'
      const revision = isPage ? '' : await hashOf(url)
      manifest.push({ url: isPage ? './' : url, revision, size: 0 })
    }
    return { manifest }
  }
  return { plugin, split, manifest }
}

/** 72 bits, in base 64: enough to tell the wrong answer of a host from the file. */
function shortHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64').slice(0, 12)
}
