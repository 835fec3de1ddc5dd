// The first script of the page, written into its HTML (build/inline-scripts.ts).
import { LAST_KEY, THEME_KEY, TOKEN_KEY } from './names.ts'

const base = import.meta.env.BASE_URL

// The API is in the worker, so the time to the worker is the time to the first data (1.4 s instead of 2.0 s on a slow phone).
// src/pwa/register.ts registers it again and handles errors. In development it has another address.
if (import.meta.env.PROD) {
  navigator.serviceWorker?.register(`${base}sw.js`, { scope: base }).catch(() => undefined)
}

// If the app cannot be loaded, the page shows a message instead of staying empty.
addEventListener(
  'error',
  ({ target }) => {
    if (target === window || target instanceof HTMLScriptElement)
      document.getElementById('not-started')?.removeAttribute('hidden')
  },
  true,
)

let theme: string | null = null
window.saved = {}
// A browser that blocks site data throws at any use of storage. Treat the user as a visitor.
try {
  // The first use of storage takes some 10 ms: spend them while the code is loading.
  void sessionStorage.length
  theme = localStorage.getItem(THEME_KEY)
  window.saved.token = localStorage.getItem(TOKEN_KEY)
  window.saved.last = JSON.parse(localStorage.getItem(LAST_KEY) ?? 'null')
} catch {}
window.hasToken = Boolean(window.saved.token)
// Before the first paint, so that a chosen theme does not flash in.
document.documentElement.dataset.theme = theme ?? 'system'
// Load the picture of the landing screen without waiting for the code.
if (!window.hasToken) new Image().src = `${base}seed/posts/roadster-sunset.svg`
