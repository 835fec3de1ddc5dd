import type { Plugin } from 'vite'

/**
 * Adds an inline script that registers the worker before any other script loads. The API is in the worker, so the
 * time to the worker is the time to the first data (1.4 s instead of 2.0 s on a slow phone). `src/pwa/register.ts`
 * registers it again and handles errors. Not in development, where the worker has another address.
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
 * Makes the page evaluate its first files one after the other, with a pause after each. A plain `<script>` evaluates
 * all of them in one long task. In the pauses the browser paints, first of all the landing screen that is in the page as
 * HTML (`first-screen.ts`), and handles input. The files are still requested at once.
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

/**
 * Preloads the home feed for a user with a token, before the app has verified it. Its styles are those of the bars with
 * placeholders too, which the page shows before any script. `hasToken` is set in index.html.
 */
const preloads = (base: string, files: string[]) =>
  `if(hasToken)for(const file of ${JSON.stringify(files)})` +
  `document.head.append(Object.assign(document.createElement('link'),{crossOrigin:'',href:'${base}'+file,` +
  `...file.endsWith('.js')?{rel:'modulepreload'}:{rel:'stylesheet',blocking:'render'}}))`

/** A hidden page gets no animation frames, so it does not wait for one. */
const steps = (files: unknown[]) =>
  `if(document.querySelector('#root>[inert]')&&!document.hidden)await new Promise(requestAnimationFrame);` +
  `for(const file of ${JSON.stringify(files)}){await new Promise(go=>setTimeout(go));await import(file)}`
