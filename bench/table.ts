import type { Benchmark, Row } from './bench.ts'
import { clicks } from './rows/clicks.ts'
import { club } from './rows/club.ts'
import { growth } from './rows/growth.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { replies } from './rows/replies.ts'
import { scroll } from './rows/scroll.ts'
import { soak } from './rows/soak.ts'
import { coldStart, firstVisit, logIn } from './rows/start.ts'
import { sync } from './rows/sync.ts'

const LINK = '1.6 Mbit/s, 150 ms, 4x CPU'
const COLD = 'Cold start offline, worker stopped'
const LONG = 'Feed of 10,000 posts, 4x CPU'
const MANY = '50,000 posts stored'
const SOAKED = 'after 10,000 requests'
const audit = (name: string) => `Lighthouse, mobile, landing: ${name}`
const click = (kind: string): Row[] => [
  [`Click to paint, 4x CPU: ${kind}`, 'ms', `app.${kind}`, 'floor.press', { atMost: 50 }, 'p98'],
  [`Click to paint, 4x CPU: ${kind}`, 'ms', `app.${kind}`, 'floor.press', { atMost: 80 }, 'worst'],
]
const growing = (what: string, key: string): Row => [
  `${what}, ${MANY}`,
  'ms',
  `many.${key}`,
  `few.${key}`,
  { timesPeer: 1.5 },
]

const served = (store: string, side: string, posts: string, size: string): Row[] =>
  ['feed', 'like'].flatMap((what): Row[] => {
    const name = `Club on ${store}, ${posts} posts, ${what === 'feed' ? 'a page of the feed' : 'a like'}`
    const [app, peer] = [`${side}.${what}${size}`, `fastify.${what}${size}`]
    const [p99, theirs] = [`${side}.${what}P99${size}`, `fastify.${what}P99${size}`]
    return [
      [name, '/s', app, peer, side === 'sqlite' ? { atLeastTimesPeer: 0.5 } : undefined],
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
      [audit('performance'), 'points', 'app.performance', 'floor.performance', { atLeast: 99 }],
      [audit('accessibility'), 'points', 'app.accessibility', undefined, { atLeast: 100 }],
      [audit('best practices'), 'points', 'app.best-practices', undefined, { atLeast: 100 }],
      [audit('SEO'), 'points', 'app.seo', undefined, { atLeast: 100 }],
      [audit('LCP'), 's', 'app.lcp', 'floor.lcp', { timesPeer: 1.3 }],
      [audit('TBT'), 'ms', 'app.tbt', 'floor.tbt', { overPeer: 100 }],
      [audit('CLS'), '', 'app.cls', undefined, { atMost: 0.005 }],
    ],
  },
  {
    id: 'first-visit',
    runs: [9, 1],
    measure: firstVisit,
    rows: [
      [`Landing painted (LCP), ${LINK}`, 's', 'app.landing', 'floor.landing', { timesPeer: 1 }],
      [`Landing to feed, with log-in and delays, ${LINK}`, 's', 'app.feed', 'floor.feed'],
      [`A bare page on stock MSW, ${LINK}`, 's', 'stock.feed', 'floor.feed'],
    ],
  },
  {
    id: 'log-in',
    runs: [9, 2],
    measure: logIn,
    rows: [
      ['Log-in click to feed, no delay, 4x CPU', 'ms', 'app.logIn', 'floor.open', { timesPeer: 1 }],
    ],
  },
  {
    id: 'cold-start',
    runs: [11, 3],
    measure: coldStart,
    rows: [
      [`${COLD}: painted`, 'ms', 'app1x.painted', 'floor1x.painted', { timesPeer: 1.5 }],
      [`${COLD}: usable`, 'ms', 'app1x.usable', 'floor1x.usable', { timesPeer: 1.8 }],
      [`${COLD}, 4x CPU: painted`, 'ms', 'app4x.painted', 'floor4x.painted', { timesPeer: 1 }],
      [`${COLD}, 4x CPU: usable`, 'ms', 'app4x.usable', 'floor4x.usable', { timesPeer: 1.5 }],
    ],
  },
  {
    id: 'replies',
    runs: [20, 6],
    measure: replies,
    rows: [
      ['Reply to a read of 20 posts', 'ms', 'app.read', 'empty.reply', { timesPeer: 1.5 }],
      ['The same against stock MSW', 'ms', 'app.read', 'stock.read', { timesPeer: 0.625 }],
      ['Reply to a like', 'ms', 'app.like', 'stock.like', { timesPeer: 0.625 }],
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
      [`${LONG}: first rows`, 'ms', 'app.usable', 'full.usable'],
      [`${LONG}: frames over 25 ms while scrolling`, '%', 'app.late', 'full.late'],
      [
        `${LONG}: longest task (at least 50)`,
        'ms',
        'app.task',
        'full.task',
        { atMost: 100 },
        'worst',
      ],
      [`${LONG}: most elements`, 'nodes', 'app.nodes', 'full.nodes', { atMost: 1500 }, 'worst'],
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
      [`Search for a rare word, ${MANY}`, 'ms', 'many.search', 'few.search', { atMost: 300 }],
      ['Reset to 10,000 posts', 'ms', 'reset.ms', undefined, { atMost: 1500 }],
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
      ['100 offline writes sent, 100 ms', 'ms', 'app.sent', undefined, { atMost: 2000 }],
      ['A post made elsewhere, on screen', 'ms', 'app.elsewhere', undefined, { atMost: 1000 }],
      ['5,000 posts of a week applied', 'ms', 'app.week', undefined, { atMost: 10_000 }],
      ['Transferred for them, gzip', 'MB', 'app.weekBytes'],
    ],
  },
  {
    id: 'soak',
    runs: [10_000, 500],
    isLong: true,
    measure: soak,
    rows: [
      [`Worker's heap ${SOAKED}`, 'MB', 'after.worker', 'before.worker'],
      [`Page's heap ${SOAKED} while using the app`, 'MB', 'after.page', 'before.page'],
      [`Page's objects ${SOAKED}`, '', 'after.objects', 'before.objects'],
      [`Page's nodes ${SOAKED}`, 'nodes', 'after.nodes', 'before.nodes'],
    ],
  },
]
