import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { withTesterPolicy } from '../../src/pwa/tester-page.ts'

/** Files of libraries that contain, as text, the styles that they add to the page. */
const INJECTED_STYLES = {
  sonner: /__insertCSS\(("(?:[^"\\]|\\.)*")\)/,
  'emoji-mart': /\$exports = (":host (?:[^"\\]|\\.)*")/,
}

/** Stays before the policy, because browsers only look for it in the first kilobyte. */
const CHARSET = '<meta charset="utf-8" />'

/**
 * Adds the content security policy to the built page: it may run only the scripts of this build, and connect only to
 * its origin and the image host. It is in the page, so that it also applies on hosts without custom
 * headers and to the page from the worker, and comes first, so that it applies to everything after it.
 * `public/_headers` adds the directives that a page cannot set itself. The request tester has a page with a wider
 * policy: `mock.html` on static hosts; the worker and a club's server make it themselves.
 */
export function contentSecurityPolicy(): Plugin {
  // sonner adds its style element empty, and fills it later.
  const styles = new Map([['empty', hashOf('')]])
  let base = '/'
  let hosts: string[] = []
  return {
    name: 'content-security-policy',
    apply: 'build',
    configResolved(config) {
      base = config.base
      const { VITE_UPLOAD_URL } = config.env
      // A relative address is on the app's own origin.
      hosts = URL.canParse(VITE_UPLOAD_URL) ? [new URL(VITE_UPLOAD_URL).origin] : []
    },
    transform(code, id) {
      for (const [library, pattern] of Object.entries(INJECTED_STYLES)) {
        if (!id.includes(`/node_modules/${library}/`)) continue
        const [, text] = pattern.exec(code) ?? []
        // Fail the build rather than ship toasts without styles.
        if (!text) this.error(`${library} injects its styles in another way: see INJECTED_STYLES`)
        styles.set(library, hashOf(JSON.parse(text)))
      }
    },
    async writeBundle({ dir = '' }) {
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      await writeFile(join(dir, 'mock.html'), withTesterPolicy(page))
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

/** @param allowed the scripts and styles of the page, by their hashes, and the hosts it may connect to */
function policyOf({ scripts, styles, hosts }: Allowed): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts],
    // No style attributes: React and the libraries set styles through the CSSOM.
    'style-src': ["'self'", ...styles],
    // A post may show a picture from any address (R16.9); a picture runs no code.
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
 * The values that may become a script URL or HTML: the worker and the assets of this build, and the empty text, with
 * which emoji-mart clears its container. Browsers without Trusted Types ignore it.
 */
function onlyOwnScripts(base: string): string {
  return `window.trustedTypes?.createPolicy('default',{createHTML:t=>t===''?t:null,createScriptURL(t){const{origin,pathname:p}=new URL(t,location);return origin===location.origin&&(p==='${base}sw.js'||p.startsWith('${base}assets/'))?t:null}})`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
