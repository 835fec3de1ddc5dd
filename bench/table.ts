import type { Benchmark, Row } from './bench.ts'
import { clicks } from './rows/clicks.ts'
import { club } from './rows/club.ts'
import { crowd } from './rows/crowd.ts'
import { growth } from './rows/growth.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { replies } from './rows/replies.ts'
import { scroll } from './rows/scroll.ts'
import { coldStart, firstVisit, logIn } from './rows/start.ts'
import { sync } from './rows/sync.ts'

const LINK = '1.6 Mbit/s, 150 ms, 4x CPU'
const COLD = 'Cold start offline, worker stopped'
const LONG = 'Feed of 10,000 posts, 4x CPU'
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

const served = (store: string, side: string, posts: string, size: string): Row[] =>
  ['feed', 'like'].flatMap((what): Row[] => {
    const name = `Club on ${store}, ${posts} posts, ${what === 'feed' ? 'a page of the feed' : 'a like'}`
    const [app, peer] = [`${side}.${what}${size}`, `fastify.${what}${size}`]
    const [p99, theirs] = [`${side}.${what}P99${size}`, `fastify.${what}P99${size}`]
    return [
      [name, '/s', app, peer, side === 'sqlite' ? ['≥', 0.5, 'x'] : undefined],
      [`${name}: p99`, 'ms', p99, theirs],
    ]
  })

/** All rows, in the order of the report. */
export const table: Benchmark[] = [
  {
    id: 'lighthouse',
    runs: [5, 0],
    measure: lighthouse,
    rows: [
      [audit('performance'), 'points', 'app.performance', 'floor.performance', ['≥', 99]],
      [audit('accessibility'), 'points', 'app.accessibility', undefined, ['≥', 100]],
      [audit('best practices'), 'points', 'app.best-practices', undefined, ['≥', 100]],
      [audit('SEO'), 'points', 'app.seo', undefined, ['≥', 100]],
      [audit('LCP'), 's', 'app.lcp', 'floor.lcp', ['≤', 1.3, 'x']],
      [audit('TBT'), 'ms', 'app.tbt', 'floor.tbt', ['≤', 100, 'more']],
      [audit('CLS'), '', 'app.cls', undefined, ['≤', 0.005]],
    ],
  },
  {
    id: 'first-visit',
    runs: [9, 1],
    measure: firstVisit,
    rows: [
      [`Landing painted (LCP), ${LINK}`, 's', 'app.landing', 'floor.landing', ['≤', 1, 'x']],
      [`Landing to feed, with log-in and delays, ${LINK}`, 's', 'app.feed', 'floor.feed'],
      [`A bare page on stock MSW, ${LINK}`, 's', 'stock.feed', 'floor.feed'],
    ],
  },
  {
    id: 'log-in',
    runs: [9, 2],
    measure: logIn,
    rows: [
      ['Log-in click to feed, no delay, 4x CPU', 'ms', 'app.logIn', 'floor.open', ['≤', 1, 'x']],
    ],
  },
  {
    id: 'cold-start',
    runs: [11, 3],
    measure: coldStart,
    rows: [
      [`${COLD}: painted`, 'ms', 'app1x.painted', 'floor1x.painted', ['≤', 1.5, 'x']],
      [`${COLD}: usable`, 'ms', 'app1x.usable', 'floor1x.usable', ['≤', 1.8, 'x']],
      [`${COLD}, 4x CPU: painted`, 'ms', 'app4x.painted', 'floor4x.painted', ['≤', 1, 'x']],
      [`${COLD}, 4x CPU: usable`, 'ms', 'app4x.usable', 'floor4x.usable', ['≤', 1.5, 'x']],
    ],
  },
  {
    id: 'replies',
    runs: [20, 6],
    measure: replies,
    rows: [
      ['Reply to a read of 20 posts', 'ms', 'app.read', 'empty.reply', ['≤', 1.5, 'x']],
      ['The same against stock MSW', 'ms', 'app.read', 'stock.read', ['≤', 0.625, 'x']],
      ['Reply to a like', 'ms', 'app.like', 'stock.like', ['≤', 0.625, 'x']],
    ],
  },
  {
    id: 'clicks',
    runs: [20, 1],
    measure: clicks,
    rows: ['like', 'vote', 'bookmark', 'menu', 'navigation'].flatMap(click),
  },
  {
    id: 'scroll',
    runs: [5, 0],
    measure: scroll,
    rows: [
      [`${LONG}: longest task (at least 50)`, 'ms', 'app.task', undefined, ['≤', 100], 'worst'],
      [`${LONG}: most elements`, 'nodes', 'app.nodes', undefined, ['≤', 1500], 'worst'],
    ],
  },
  {
    id: 'growth',
    runs: [6, 0],
    measure: growth,
    rows: [
      growing('Page of the feed', 'feed'),
      growing('Like', 'like'),
      growing('Comment', 'comment'),
      growing('Opening a profile', 'profile'),
      growing('Opening Explore', 'explore'),
      [`Search for a rare word, ${MANY}`, 'ms', 'many.search', 'few.search', ['≤', 300]],
      ['Reset to 10,000 posts', 'ms', 'reset.ms', undefined, ['≤', 1500]],
    ],
  },
  {
    id: 'crowd',
    runs: [6, 0],
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
    runs: [5, 0],
    measure: club,
    rows: [
      ...served('SQLite', 'sqlite', '5', 'Few'),
      ...served('SQLite', 'sqlite', '10,000', 'Many'),
      ...served('PostgreSQL', 'postgres', '5', 'Few'),
      ...served('PostgreSQL', 'postgres', '10,000', 'Many'),
      ...served('PostgreSQL, two processes', 'twoProcesses', '10,000', 'Many'),
    ],
  },
  {
    id: 'sync',
    runs: [5, 1],
    measure: sync,
    rows: [
      ['100 offline writes sent, 100 ms', 'ms', 'app.sent', undefined, ['≤', 2000]],
      ['A post made elsewhere, on screen', 'ms', 'app.elsewhere', undefined, ['≤', 1000]],
      ['5,000 posts of a week applied', 'ms', 'app.week', undefined, ['≤', 10_000]],
      ['Transferred for them, gzip', 'MB', 'app.weekBytes'],
    ],
  },
]
