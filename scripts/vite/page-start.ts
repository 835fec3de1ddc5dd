import type { Plugin } from 'vite'

/**
 * Has the page register the worker before it has any other script: the API is in the worker, so the time
 * to the worker is the time to the first data (2.0 s to 1.4 s on a slow phone). `src/pwa/register.ts`
 * asks again, with errors seen to. Not in development, where the worker has another address.
 */
export function earlyWorker(): Plugin {
  let base = '/'
  return {
    name: 'early-worker',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        children: `navigator.serviceWorker?.register('${base}sw.js',{scope:'${base}'}).catch(()=>{})`,
        injectTo: 'head-prepend',
      },
    ],
  }
}

const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const HOME = /^assets\/(home|query)-[\w-]+\.(js|css)$/
const PRELOAD = /<link rel="modulepreload" crossorigin href="([^"]+)">/g

/**
 * Has the page evaluate the files that it starts with one after the other, with a pause after each, where a
 * `<script>` does all in one long task. The browser paints and listens in between: the landing screen
 * that is there as HTML (`landing-html.ts`) first of all. They are still asked for at once.
 */
export function startInSteps(): Plugin {
  let base = '/'
  return {
    name: 'start-in-steps',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [script, entry] = ENTRY.exec(html) ?? []
        if (!script || !entry) throw new Error('The page has no script to start with')
        const files = [...html.matchAll(PRELOAD)].map(([, file]) => file)
        const preload = `<link rel="modulepreload" crossorigin href="${entry}">`
        const home = Object.keys(bundle).filter((file) => HOME.test(file))
        return html
          .replace(script, `${preload}<script>${preloads(base, home)}</script>`)
          .replace('</body>', `<script type="module">${steps([...files, entry])}</script></body>`)
      },
    },
  }
}

/** What a signed-in user sees first, on its way before the app has found out that they are; `hasToken` is index.html's. */
const preloads = (base: string, files: string[]) =>
  `if(hasToken)for(const file of ${JSON.stringify(files)})` +
  `document.head.append(Object.assign(document.createElement('link'),{crossOrigin:'',href:'${base}'+file,` +
  `...file.endsWith('.js')?{rel:'modulepreload'}:{rel:'preload',as:'style'}}))`

/** A page that nobody sees paints nothing, and does not wait for it. */
const steps = (files: unknown[]) =>
  `if(document.querySelector('#root>[inert]')&&!document.hidden)await new Promise(requestAnimationFrame);` +
  `for(const file of ${JSON.stringify(files)}){await new Promise(go=>setTimeout(go));await import(file)}`
