const mock = async (path, body) => {
  const response = await fetch(
    `/api/mock${path}`,
    body && { method: 'POST', body: JSON.stringify(body) },
  )
  return response.json()
}

await mock('') // settings, counts, versions
await mock('/settings', { delay: 2000 }) // in milliseconds, up to 60,000

await mock('/settings', {
  failures: [
    { method: 'POST', path: '/api/posts/like/:postId', status: 500, times: 1 }, // the next like
    { method: 'GET', path: '*', status: 503, rate: 0.1 }, // one read in ten
    { method: '*', path: '/api/posts/7', status: 0 }, // no reply at all, as without a network
    { method: '*', path: '*', kind: 'slow', p50: 500, p95: 2000 }, // half within 500 ms, 95 % within 2 s
  ],
})

// Replaces the real reply; a route that does not exist works too.
const override = { method: 'GET', path: '/api/garage', status: 200, body: { bikes: 2 } }
await mock('/settings', { overrides: [override] })
await mock('/settings', { failures: [], overrides: [] }) // a list replaces the previous one

await mock('/reset', { seed: { users: 100, posts: 500, seed: 7 } })
const snapshot = await mock('/snapshot')
await mock('/reset', { seed: 'empty' }) // no users at all, not even the guest
await mock('/reset', { seed: 'guest' }) // adds the guest if there is none, and replaces nothing
await mock('/snapshot', snapshot) // restores everything, or returns a 400 that names the field and changes nothing
await mock('/reset', { seed: 'default', settings: true }) // as on a first visit
