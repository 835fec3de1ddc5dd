import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { loader } from './classic-scripts.ts'

const ENTRY = /<script type="module" crossorigin src="[^"]+"><\/script>/
const HOME = /^assets\/((home|query)-[\w-]+\.(js|css)|public-sans[\w-]+\.woff2)$/

/** Makes the page load its scripts with the loader of classic scripts (`classic-scripts.ts`). All are requested at once. */
export function startScript(): Plugin {
  let base = '/'
  return {
    name: 'start-script',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        if (!chunk) throw new Error('The page has no script to start with')
        const home = Object.keys(bundle).filter((file) => HOME.test(file))
        // After the style sheet, which the first paint waits for: browsers load six files of a host at a time.
        const links = [...chunk.imports, chunk.fileName].map(
          (file) => `<link rel="preload" as="script" href="${base}${file}">`,
        )
        return html
          .replace(ENTRY, '')
          .replace(
            '</head>',
            `  ${links.join('\n    ')}\n    <script>${preloads(base, home)};${fonts(base, Object.keys(bundle))}</script>\n  </head>`,
          )
          .replace(
            '</body>',
            () => `<script>${loader()};${start(base + chunk.fileName)}</script></body>`,
          )
      },
    },
  }
}

/**
 * Preloads the home feed for a user with a token, before the app has verified it. Its styles are those of the bars with
 * placeholders too, which the page shows before any script. The font of the texts is in the worker's cache by then: loaded
 * early, it changes no text that is painted already. `hasToken` is set in `head.ts`.
 */
const preloads = (base: string, files: string[]) =>
  `if(hasToken)for(const file of ${JSON.stringify(files)})` +
  `document.head.append(Object.assign(document.createElement('link'),{href:'${base}'+file,` +
  `...file.endsWith('.js')?{rel:'preload',as:'script'}:file.endsWith('.css')?{rel:'stylesheet',crossOrigin:'',blocking:'render'}:` +
  `{rel:'preload',as:'font',crossOrigin:''}}))`

/**
 * Adds the fonts of the style sheet by script, too. Of those of style sheets, Chromium makes new ones, which have to load again,
 * whenever a sheet with layers does not come last, as when of two sheets the later one has loaded first: the lines would
 * move twice.
 * @see https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/core/css/style_engine.cc
 */
function fonts(base: string, files: string[]): string {
  const css = readFileSync(new URL('../../ui/base.css', import.meta.url), 'utf8')
  const faces = [...css.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => {
    const of = (name: string) => new RegExp(` ${name}: "?([^";]+)`).exec(face)?.[1]
    const [, name] = /([\w-]+)\.woff2/.exec(face) ?? []
    const file = files.find((one) => one.startsWith(`assets/${name}-`))
    if (!file) throw new Error(`The build has no font ${name}`)
    const [style, weight, display] = ['font-style', 'font-weight', 'font-display'].map(of)
    const descriptors = { style, weight, display, unicodeRange: of('unicode-range') }
    return [of('font-family'), `url(${base}${file})`, descriptors]
  })
  return `for(const face of ${JSON.stringify(faces)})document.fonts.add(new FontFace(...face))`
}

/**
 * Lets the browser paint the first screen, which is in the page as HTML, before scripts run. A hidden page gets no
 * animation frames, so it does not wait for one. If the app cannot be loaded, the page shows a message (`head.ts`).
 */
const start = (entry: string) =>
  `(async()=>{if(document.querySelector('#root>[inert]')&&!document.hidden)await new Promise(requestAnimationFrame);` +
  `await System.import('${entry}')})().catch(error=>{dispatchEvent(new Event('notstarted'));throw error})`
