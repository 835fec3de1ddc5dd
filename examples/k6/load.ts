import { check, fail, group, sleep } from 'k6'
import http from 'k6/http'

/** The address that `npm run api` prints. */
const API = __ENV.GEARHEADS_API || 'http://localhost:4180'
/** The password of the guest and of all generated users. */
const PASSWORD = 'Pitlane#66'
const USERS = 50

export const options = {
  vus: 5,
  duration: '10s',
  thresholds: {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    'http_req_duration{name:feed}': ['p(95)<300'],
    'http_req_duration{name:like}': ['p(95)<300'],
  },
}

/** Runs once: the same data for every run, and no delay. */
export function setup() {
  post('/api/mock/settings', { delay: 0, failures: [], overrides: [] })
  post('/api/mock/reset', { seed: { users: USERS, posts: 500, seed: 7 } })
  const users = http.get(`${API}/api/users`).json('users') as { username: string }[]
  return users.map(({ username }) => username)
}

/** Each virtual user is a user of its own, who logs in once. */
let token = ''

// biome-ignore lint/style/noDefaultExport: k6 runs the default export
export default function readAndLike(usernames: string[]) {
  token ||= logIn(usernames[__VU % USERS] ?? 'guest')
  const headers = { authorization: token }

  group('feed', () => {
    const response = http.get(`${API}/api/posts?limit=20`, { headers, tags: { name: 'feed' } })
    check(response, {
      'the feed has a page of posts': (r) => (r.json('posts') as unknown[]).length === 20,
    })
    const postId = response.json('posts.0._id')
    const liked = post(`/api/posts/like/${postId}`, undefined, { headers, tags: { name: 'like' } })
    check(liked, { 'the like is stored': ({ status }) => status === 201 })
    const undone = post(`/api/posts/dislike/${postId}`, undefined, { headers })
    check(undone, { 'and undone': ({ status }) => status === 201 })
  })
  // People read before they scroll on.
  sleep(0.5)
}

export function teardown() {
  post('/api/mock/reset', { seed: 'default', settings: true })
}

function logIn(username: string): string {
  const response = post('/api/auth/login', { username, password: PASSWORD })
  if (response.status !== 200) fail(`${username} cannot log in: ${response.body}`)
  return response.json('encodedToken') as string
}

function post(path: string, body?: object, params?: object) {
  return http.post(`${API}${path}`, body && JSON.stringify(body), params)
}
