import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Where libraries keep the styles that they put into the page, as text in their code. */
const INJECTED_STYLES = {
  sonner: /__insertCSS\(("(?:[^"\\]|\\.)*")\)/,
  'emoji-mart': /\$exports = (":host (?:[^"\\]|\\.)*")/,
}

/** Browsers look for it in the first kilobyte only, so it stays before the policy. */
const CHARSET = '<meta charset="utf-8" />'

/**
 * Writes into the built page what it may do: run the scripts of this build, and no text as a script;
 * talk to its own origin, the image host and the server that it is built for. First in the page, so that it
 * holds for all of it, and in the page, so that it holds on hosts that know no headers and in what the worker
 * serves.
 * `public/_headers` adds what a page cannot say about itself.
 */
export function contentSecurityPolicy(): Plugin {
  // sonner puts its style in while it is still empty, and the text after.
  const styles = new Map([['empty', hashOf('')]])
  let base = '/'
  let hosts: string[] = []
  return {
    name: 'content-security-policy',
    apply: 'build',
    configResolved(config) {
      base = config.base
      const { VITE_UPLOAD_URL, VITE_API_URL } = config.env
      // One that is no whole address is on the app's own origin.
      const elsewhere = [VITE_UPLOAD_URL, VITE_API_URL].filter((url) => URL.canParse(url))
      hosts = elsewhere.map((url) => new URL(url).origin)
    },
    transform(code, id) {
      for (const [library, pattern] of Object.entries(INJECTED_STYLES)) {
        if (!id.includes(`/node_modules/${library}/`)) continue
        const [, text] = pattern.exec(code) ?? []
        // Better no build than toasts without their looks.
        if (!text) this.error(`${library} injects its styles in another way: see INJECTED_STYLES`)
        styles.set(library, hashOf(JSON.parse(text)))
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const guarded = html
          .replace(`    ${CHARSET}\n`, '')
          .replace('<head>', `<head>\n    <script>${onlyOwnScripts(base)}</script>`)
        const scripts = [...guarded.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(
          ([, text = '']) => hashOf(text),
        )
        const policy = policyOf({ scripts, styles: [...styles.values()], hosts })
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
        return guarded.replace('<head>', `<head>\n    ${CHARSET}\n    ${meta}`)
      },
    },
  }
}

type Allowed = { scripts: string[]; styles: string[]; hosts: string[] }

/** @param allowed scripts and styles in the page, by their hashes, and whom it may talk to */
function policyOf({ scripts, styles, hosts }: Allowed): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    // Of attributes nothing is allowed: React and the libraries set styles one by one.
    'style-src': ["'self'", ...styles],
    // Anybody may show a picture by its address (R16.9), wherever it stands; a picture runs nothing.
    'img-src': ["'self'", 'blob:', 'https:', 'http:'],
    'connect-src': ["'self'", ...hosts],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/**
 * What may become a script or HTML: the worker and the assets of this build, and the empty text, with
 * which emoji-mart clears its place. Browsers without trusted types pass over it.
 */
function onlyOwnScripts(base: string): string {
  return `window.trustedTypes?.createPolicy('default',{createHTML:t=>t===''?t:null,createScriptURL(t){const{origin,pathname:p}=new URL(t,location);return origin===location.origin&&(p==='${base}sw.js'||p.startsWith('${base}assets/'))?t:null}})`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
