import pg from 'pg'
import { CHANGES_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import { copyInto } from '../generator/copy.ts'
import { entriesOf, PASSWORD } from '../generator/entries.ts'
import { populationOf, STAR_POST } from '../generator/population.ts'
import { clubOptions } from '../options.ts'
import { startClub } from '../start.ts'
import { createSchema } from './processes.ts'

type Sent = { path: string; method?: string; body?: object }

/**
 * A generated club in a schema of its own in a PostgreSQL, and what the app asks for there: about the post that every tenth
 * member likes, and the person whom every fifth follows.
 * @param postgres the address of the database
 */
export async function measuredClub(postgres: string, members: number) {
  const data = await createSchema(postgres)
  await copyInto(data, entriesOf(populationOf(members), Date.now()))
  const args = ['--api-only', '--controls', '--port', '0', '--data', data]
  const club = await startClub(clubOptions(args))
  const requests = await requestsTo(club.url, data, members)
  return { data, url: club.url, requests, close: club.close }
}

/**
 * Requests of a member to a generated club, who writes, likes and follows as much as most do.
 * @param data the address of its database
 */
export async function requestsTo(
  url: string,
  data: string,
  members: number,
): Promise<Record<string, () => Promise<object>>> {
  const call = async <Reply>({ path, method, body }: Sent, authorization = ''): Promise<Reply> => {
    const response = await fetch(url + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { authorization, Prefer: 'return=minimal, people=own' },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const username = `member-${Math.floor(members / 2)}`
  const logIn = { path: '/api/auth/login', body: { username, password: PASSWORD } }
  const { encodedToken, foundUser } = await call<{
    encodedToken: string
    foundUser: { _id: string }
  }>(logIn)
  type Rows = { posts: { _id: string; userId: string }[] }
  const { posts } = await call<Rows>({ path: `/api/posts?limit=${STAR_POST + 1}` })
  const { _id: post, userId: star } = posts.at(-1) ?? { _id: '', userId: '' }
  const as = (sent: Sent) => () => call<object>(sent, encodedToken)
  const since = await firstCursor(data)
  const viewers = [foundUser._id]
  return {
    feed: as({ path: '/api/posts?limit=20' }),
    'next page': as({ path: `/api/posts?limit=20&before=${post}` }),
    following: as({ path: '/api/posts/following?limit=20' }),
    post: as({ path: `/api/posts/${post}` }),
    likes: as({ path: `/api/posts/${post}/likes?limit=20` }),
    comments: as({ path: `/api/comments/${post}?limit=20` }),
    profile: as({ path: `/api/users/${star}` }),
    'posts of a person': as({ path: '/api/posts/user/star?limit=20' }),
    followers: as({ path: `/api/users/${star}/followers?limit=20` }),
    people: as({ path: '/api/users?limit=20' }),
    bookmarks: as({ path: '/api/users/bookmark?limit=20' }),
    notifications: as({ path: '/api/notifications?limit=20' }),
    'search for a frequent word': as({ path: '/api/posts?search=gearbox&limit=20' }),
    'search for a rare word': as({ path: '/api/posts?search=flugelhorn&limit=20' }),
    'search for a person': as({ path: `/api/users?search=${username}&limit=20` }),
    verify: as({ path: '/api/auth/verify', body: { encodedToken } }),
    like: as({ path: `/api/posts/like/${post}`, method: 'POST' }),
    dislike: as({ path: `/api/posts/dislike/${post}`, method: 'POST' }),
    comment: as({ path: `/api/comments/add/${post}`, body: { content: 'Count me in.' } }),
    'new post': as({ path: '/api/posts', body: { content: 'A new exhaust' } }),
    bookmark: as({ path: `/api/users/bookmark/${post}`, method: 'POST' }),
    'remove bookmark': as({ path: `/api/users/remove-bookmark/${post}`, method: 'POST' }),
    follow: as({ path: `/api/users/follow/${star}`, method: 'POST' }),
    unfollow: as({ path: `/api/users/unfollow/${star}`, method: 'POST' }),
    'join with a phone': as({ path: `${REPLICA_PATH}?viewer=${foundUser._id}` }),
    'catch up after a week': as({
      path: CHANGES_PATH,
      body: { since, writes: [], viewers, tokens: [encodedToken] },
    }),
  }
}

/** The cursor after the first write of the log. */
async function firstCursor(data: string): Promise<string> {
  const client = new pg.Client(data)
  await client.connect()
  const { rows } = await client.query(
    `SELECT value->>'id' AS id FROM rows WHERE key > 'log/'::bytea ORDER BY key LIMIT 1`,
  )
  await client.end()
  return rows[0].id
}
