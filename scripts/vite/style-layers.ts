import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The folders of `src` that have styles, from general to specific. */
const LAYERS = ['ui', 'features', 'routes']

const ORDER = `@layer base,${LAYERS.join()};`

/**
 * Puts each style sheet of ours into the cascade layer of its folder, so that the styles of a component that is given a
 * class win over the component's own, whichever file the browser has loaded first. The order of the files differs
 * between a log-in and a reload.
 *
 * toasts.css stays outside: it competes with sonner's styles, which are in no layer.
 */
export function styleLayers(): Plugin {
  let src = ''
  return {
    name: 'style-layers',
    enforce: 'pre',
    configResolved() {
      src = new URL('../../src/', import.meta.url).pathname
    },
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler(code, id) {
        const layer = layerOf(relative(src, id.replace(/\?.*/, '')).split(sep))
        return layer && { code: `${ORDER}@layer ${layer}{${code}}`, map: null }
      },
    },
  }
}

function layerOf([folder = '', ...path]: string[]): string | undefined {
  const file = path.at(-1) ?? ''
  if (!LAYERS.includes(folder) || file === 'toasts.css') return undefined
  return file.endsWith('.module.css') ? folder : 'base'
}
