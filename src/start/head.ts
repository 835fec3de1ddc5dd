// The first script of the page, written into its HTML (build/inline-scripts.ts).
import { scoped } from '../pwa/scoped.ts'
import { LAST_KEY, MOVED_KEY, THEME_KEY, TOKEN_KEY } from './names.ts'

const base = import.meta.env.BASE_URL

// The API is in the worker, so the time to the worker is the time to the first data (1.4 s instead of 2.0 s on a slow phone).
// src/pwa/register.ts registers it again and handles errors. In development it has another address.
if (import.meta.env.PROD) {
  navigator.serviceWorker?.register(`${base}sw.js`, { scope: base }).catch(() => undefined)
}

/** Replaces what the caches of the browser and of the worker have at these addresses. */
async function fetchAgain(...urls: string[]): Promise<void> {
  const load = (url: string) => fetch(url, { cache: 'reload' }).then((answer) => answer.text())
  await Promise.allSettled(urls.map(load))
}

// A style sheet that cannot be loaded, or that the host sent something else for, is requested again. Scripts:
// build/classic-scripts.ts.
let pause = 250
addEventListener(
  'error',
  async ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || pause > 4000) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause *= 2
    const url = target.href.replace(/\?.*/, '')
    await fetchAgain(url)
    const link = target.cloneNode() as HTMLLinkElement
    // The page keeps its answer to the old address.
    link.href = `${url}?again=${pause}`
    target.replaceWith(link)
  },
  true,
)

/** The scripts and style sheets that the app starts with. */
function startFiles(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[as=script], link[rel=stylesheet]')
  return [...links].map(({ href }) => href.replace(/\?.*/, ''))
}

/** @returns what is wrong with the first script that the host does not serve; empty if all are right */
async function findProblem(): Promise<string> {
  for (const url of startFiles().filter((file) => file.endsWith('.js'))) {
    const answer = await fetch(url, { cache: 'reload' }).catch(() => undefined)
    const isScript = (await answer?.text())?.startsWith('System.register(')
    const problem = !answer
      ? 'did not answer'
      : answer.ok
        ? 'sent another file'
        : `answered with status ${answer.status}`
    if (!isScript || !answer?.ok) return `The host ${problem} for ${new URL(url).pathname}.`
  }
  return ''
}

// The app cannot be loaded (build/page-start.ts). When the host is well again, it starts by itself.
addEventListener('notstarted', async () => {
  const message = document.getElementById('not-started')
  message?.removeAttribute('hidden')
  const reason = message?.querySelector('p + p')
  for (let tries = 0; ; tries++) {
    const problem = await findProblem()
    // A script that is right and fails would fail again.
    if (!problem && tries === 0) return
    if (!problem) return location.reload()
    if (reason) reason.textContent = `${problem} Trying again…`
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  }
})

// "Try again" in that message.
addEventListener('submit', async (event) => {
  if ((event.target as HTMLElement).parentElement?.id !== 'not-started') return
  event.preventDefault()
  await fetchAgain(base, ...startFiles())
  location.reload()
})

/**
 * Under a path, an earlier build used the names that now only a copy at the root has (src/data/move-storage.ts). A copy that was
 * here before has a worker, which controls the page already.
 */
function moveKeys(): void {
  if (localStorage.getItem(MOVED_KEY)) return
  const { serviceWorker } = navigator
  if (serviceWorker?.controller?.scriptURL.endsWith(`${location.host}${base}sw.js`)) {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.startsWith('gearheads')) storage.setItem(scoped(key), storage.getItem(key) ?? '')
    localStorage.setItem(MOVED_KEY, 'keys')
  } else {
    // A hard reload leaves a page without its worker.
    serviceWorker
      ?.getRegistration(base)
      .then((registration) => {
        if (!registration?.scope.endsWith(base) || !registration.active)
          localStorage.setItem(MOVED_KEY, 'all')
      })
      .catch(() => undefined)
  }
}

let theme: string | null = null
window.saved = {}
// A browser that blocks site data throws at any use of storage. Treat the user as a visitor.
try {
  // The first use of storage takes some 10 ms: spend them while the code is loading.
  void sessionStorage.length
  if (base !== '/') moveKeys()
  theme = localStorage.getItem(THEME_KEY)
  window.saved.token = localStorage.getItem(TOKEN_KEY)
  window.saved.last = JSON.parse(localStorage.getItem(LAST_KEY) ?? 'null')
} catch {}
window.hasToken = Boolean(window.saved.token)
// Before the first paint, so that a chosen theme does not flash in.
document.documentElement.dataset.theme = theme ?? 'system'
// Load the picture of the landing screen without waiting for the code.
if (!window.hasToken) new Image().src = `${base}seed/posts/roadster-sunset.svg`
