const set = (path, body) =>
  fetch(`/api/mock${path}`, { method: 'POST', body: JSON.stringify(body) })

await set('/settings', { delay: 2000 })

const failure = { method: 'POST', path: '/api/posts/like/:postId', status: 500, times: 1 }
await set('/settings', { failures: [failure] }) // the next like

await set('/reset', { seed: { users: 100, posts: 1000, seed: 7 } })
await set('/reset', { seed: 'default', settings: true }) // as on a first visit
