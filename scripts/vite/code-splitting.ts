/**
 * Few chunks, and large: each is a request, and the worker keeps those of the first stage before it starts
 * (`offline-files.ts`). What the landing screen needs, what can wait until it is painted, then all other
 * screens; what those load only when asked for stays apart. The first group that matches takes a module,
 * with all that it imports. `scripts/built-files.test.ts` checks the sizes.
 */
export const codeSplitting = {
  groups: [
    { name: 'vendor', test: /node_modules|rolldown.runtime/, tags: ['$initial' as const] },
    {
      name: 'landing',
      // Icons that what comes after the first paint shares with other screens: it must not be part of them.
      // So are the styles of what comes then: a file less, and no wait for it.
      // `[^?]`: what the router's plugin leaves of a route file when it takes out its component.
      test: /src.(pwa|ui.(base|tokens)|routes.(index|[^?]+$)|features.(account.(auth|log-in|sign-up|credentials|throttle)|shell.landing))|(toasts|notices|failure-banner)[.\w]*css|icons.(x|wifi-off|cloud-download)\.mjs/,
    },
    // What asks the API, on every screen but the first, and in what comes after its paint.
    { name: 'query', test: /react-query/ },
    { name: 'after-paint', test: /src.(ui.toasts|features.shell.(notices|report|failure-banner))/ },
    {
      name: 'home',
      test: /src.(features.(content(?!.emoji-picker)|people|account.(settings|profile|use-photo))|routes._shell(?!.mock).*tsr-split)/,
    },
  ],
}
