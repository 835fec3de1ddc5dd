import type { Benchmark, Row } from './bench.ts'
import { clicks } from './rows/clicks.ts'
import { club } from './rows/club.ts'
import { courier } from './rows/courier.ts'
import { crowd } from './rows/crowd.ts'
import { growth } from './rows/growth.ts'
import { join } from './rows/join.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { photos } from './rows/photos.ts'
import { replies } from './rows/replies.ts'
import { CLIENTS, LARGE, scale } from './rows/scale.ts'
import { coldStart, firstVisit, logIn } from './rows/start.ts'
import { sync } from './rows/sync.ts'

const LINK = '1.6 Mbit/s, 150 ms, 4x CPU'
const JOIN = 'Joining a club of 10,000 posts, 5,000 people'
const COLD = 'Cold start offline, worker stopped'
const MANY = '50,000 posts stored'
const audit = (name: string) => `Lighthouse, mobile, landing: ${name}`
const click = (kind: string): Row[] => [
  [`Click to paint, 4x CPU: ${kind}`, 'ms', `app.${kind}`, 'floor.press', ['≤', 50], 'p98'],
  [`Click to paint, 4x CPU: ${kind}`, 'ms', `app.${kind}`, 'floor.press', ['≤', 80], 'worst'],
]
const growing = (what: string, key: string): Row => [
  `${what}, ${MANY}`,
  'ms',
  `many.${key}`,
  `few.${key}`,
  ['≤', 1.5, 'x'],
]

const crowded = (what: string, key: string): Row[] => [
  [`${what}, 5,000 people`, 'ms', `crowd.${key}`, `handful.${key}`, ['≤', 1.5, 'x']],
  [
    `${what}, 5,000 people: reply`,
    'kB',
    `crowd.${key}Bytes`,
    `handful.${key}Bytes`,
    ['≤', 1.5, 'x'],
  ],
]

const SCALE = `PostgreSQL, ${LARGE.toLocaleString('en')} members`

/** Requests that must not take longer, nor answer more, because a club is large. @param peer a club that has a full page of it */
const scaled = (what: string, key: string, peer = 'small'): Row[] => [
  [`${SCALE}: ${what}`, 'ms', `large.${key}`, `${peer}.${key}`, ['≤', 1.5, 'x']],
  [`${SCALE}: ${what}: reply`, 'kB', `large.${key}Bytes`, `${peer}.${key}Bytes`, ['≤', 1.5, 'x']],
]

/** Many clients at once. */
const loaded = (clients: number, processes: string, suffix = ''): Row[] => {
  const what = `${SCALE}, ${clients} clients, ${processes}`
  const at = (key: string) =>
    [`large.${key}${clients}${suffix}`, `small.${key}${clients}${suffix}`] as const
  return [
    [what, '/s', ...at('load')],
    ...(['median', 'p99'] as const).map(
      (share): Row => [`${what}, a request`, 'ms', ...at('times'), undefined, share],
    ),
    ...['node', 'postgres', 'disk'].map(
      (key): Row => [`${what}, share of the processors: ${key}`, '%', ...at(key)],
    ),
  ]
}

/** Budgets of sixteen clients: design §11. */
const SERVED = {
  feed: { what: 'a page of the feed', sqlite: 0.6, postgres: 0.8 },
  like: { what: 'a like', sqlite: 0.6, postgres: 0.5 },
}

const served = (posts: string, size: string): Row[] =>
  (['feed', 'like'] as const).flatMap((call) =>
    (
      [
        ['SQLite', 'sqlite', 'fastify'],
        ['PostgreSQL', 'postgres', 'pg'],
      ] as const
    ).flatMap(([database, club, peer]): Row[] => {
      const row = (clients: string, key: string, budget?: Row[4]): Row => [
        `Club on ${database}, ${posts} posts, ${clients}, ${SERVED[call].what}`,
        '/s',
        `${club}.${call}${size}${key}`,
        `${peer}.${call}${size}${key}`,
        budget,
      ]
      return [row('16 clients', '', ['≥', SERVED[call][club], 'x']), row('1 client', 'One')]
    }),
  )

/** All rows, in the order of the report. */
export const table: Benchmark[] = [
  {
    id: 'lighthouse',
    runs: 5,
    measure: lighthouse,
    rows: [
      [audit('performance'), 'points', 'app.performance', 'floor.performance', ['≥', 99]],
      [audit('accessibility'), 'points', 'app.accessibility', undefined, ['≥', 100]],
      [audit('best practices'), 'points', 'app.best-practices', undefined, ['≥', 100]],
      [audit('SEO'), 'points', 'app.seo', undefined, ['≥', 100]],
      [audit('LCP'), 's', 'app.lcp', 'floor.lcp', ['≤', 1.3, 'x']],
      [audit('TBT'), 'ms', 'app.tbt', 'floor.tbt', ['≤', 100, 'more']],
    ],
  },
  {
    id: 'first-visit',
    runs: 9,
    measure: firstVisit,
    rows: [
      [`Landing painted (LCP), ${LINK}`, 's', 'app.landing', 'floor.landing', ['≤', 1, 'x']],
      [`Landing to feed, with log-in and delays, ${LINK}`, 's', 'app.feed', 'floor.feed'],
      [`A bare page on stock MSW, ${LINK}`, 's', 'stock.feed', 'floor.feed'],
    ],
  },
  {
    id: 'log-in',
    runs: 9,
    measure: logIn,
    rows: [
      ['Log-in click to feed, no delay, 4x CPU', 'ms', 'app.logIn', 'floor.open', ['≤', 1, 'x']],
    ],
  },
  {
    id: 'cold-start',
    runs: 11,
    measure: coldStart,
    rows: [
      [`${COLD}: painted`, 'ms', 'app1x.painted', 'floor1x.painted', ['≤', 1.5, 'x']],
      [
        `${COLD}: a like tapped in the first frame is red`,
        'ms',
        'app1x.liked',
        undefined,
        ['≤', 200],
      ],
      [`${COLD}, 4x CPU: painted`, 'ms', 'app4x.painted', 'floor4x.painted', ['≤', 1, 'x']],
      [`${COLD}, 4x CPU: the same like`, 'ms', 'app4x.liked', undefined, ['≤', 300]],
    ],
  },
  {
    id: 'replies',
    runs: 20,
    measure: replies,
    rows: [
      ['Reply to a read of 20 posts', 'ms', 'app.read', 'empty.reply', ['≤', 1.5, 'x']],
      ['The same against stock MSW', 'ms', 'app.read', 'stock.read', ['≤', 0.625, 'x']],
    ],
  },
  {
    id: 'clicks',
    runs: 20,
    measure: clicks,
    rows: ['like', 'vote', 'bookmark', 'menu'].flatMap(click),
  },
  {
    id: 'photos',
    runs: 7,
    measure: photos,
    rows: [
      [
        'Ten photos of 12 megapixels, ready to send',
        'ms',
        'app.ten',
        'single.three',
        ['≤', 1, 'x'],
      ],
    ],
  },
  {
    id: 'growth',
    runs: 6,
    measure: growth,
    rows: [
      growing('Page of the feed', 'feed'),
      growing('Like', 'like'),
      growing('Comment', 'comment'),
      growing('Opening a profile', 'profile'),
      growing('Opening Explore', 'explore'),
      [`Search for a rare word, ${MANY}`, 'ms', 'many.search', 'few.search', ['≤', 300]],
    ],
  },
  {
    id: 'crowd',
    runs: 6,
    measure: crowd,
    rows: [
      ...crowded('Page of the feed', 'feed'),
      ...crowded('Comments on a post', 'comments'),
      ...crowded('Profile', 'profile'),
      ...crowded('Bookmarks', 'bookmarks'),
      ...crowded('Verification of the token', 'verify'),
      ...crowded('Like', 'like'),
    ],
  },
  {
    id: 'club',
    runs: 5,
    measure: club,
    rows: [...served('5', 'Few'), ...served('10,000', 'Many')],
  },
  {
    id: 'join',
    runs: 3,
    measure: join,
    rows: [
      [`${JOIN}: log-in click to feed, 4x CPU`, 's', 'crowd.usable', 'handful.usable', ['≤', 3]],
      [`${JOIN}: first part`, 'kB', 'crowd.firstPart', 'handful.firstPart', ['≤', 300]],
      [`${JOIN}: stored`, 'MB', 'crowd.stored', 'handful.stored', ['≤', 20]],
    ],
  },
  {
    id: 'sync',
    runs: 5,
    measure: sync,
    rows: [
      ['100 offline writes sent, 100 ms', 'ms', 'app.sent', undefined, ['≤', 2000]],
      ['A post made elsewhere, on screen', 'ms', 'app.elsewhere', undefined, ['≤', 1000]],
    ],
  },
  {
    id: 'courier',
    runs: 5,
    measure: courier,
    rows: [1, 30, 200].flatMap((count): Row[] => [
      [`Courier, ${count} posts as codes`, 'kB', `app.kB${count}`],
      [`Courier, ${count} posts as codes, read once`, 's', `app.s${count}`],
    ]),
  },
  {
    id: 'scale',
    runs: 3,
    alone: true,
    measure: scale,
    rows: [
      ...scaled('page of the feed', 'feed'),
      ...scaled('page of those one follows', 'following'),
      ...scaled('post', 'post'),
      ...scaled('post that a tenth of them likes', 'starPost'),
      ...scaled('its comments', 'comments'),
      ...scaled('who likes it', 'likes'),
      ...scaled('profile', 'profile'),
      ...scaled('person whom a fifth of them follows', 'star'),
      ...scaled('their posts', 'starPosts'),
      ...scaled('their followers', 'followers'),
      ...scaled('people', 'people'),
      ...scaled('search for a frequent word', 'searchFrequent', 'medium'),
      ...scaled('search for a rare word', 'searchRare', 'medium'),
      ...scaled('search that finds nothing', 'searchNothing', 'medium'),
      ...scaled('search for a word of all stored rows', 'searchSyntax', 'medium'),
      ...scaled('search for people', 'searchUsers', 'medium'),
      ...scaled('notifications', 'notifications', 'medium'),
      ...scaled('notifications of that person', 'starNotifications'),
      ...scaled('verification of the token', 'verify'),
      ...scaled('like', 'like'),
      ...scaled('like of the post that a tenth likes', 'starLike'),
      ...scaled('un-like', 'dislike'),
      ...scaled('the same of the post that a tenth likes', 'starDislike'),
      ...scaled('comment', 'comment'),
      ...scaled('comment on the post that a tenth likes', 'starComment'),
      ...scaled('first part of a new copy', 'join', 'medium'),
      ...scaled('catch-up after a week', 'catchUp', 'medium'),
      ...CLIENTS.flatMap((clients) => [
        ...loaded(clients, 'one process'),
        ...loaded(clients, 'two processes', 'Two'),
      ]),
    ],
  },
]
