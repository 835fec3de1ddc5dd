import type { Benchmark } from './bench.ts'
import { buildTime } from './rows/build-time.ts'
import { coldStart } from './rows/cold-start.ts'
import { coldWorker } from './rows/cold-worker.ts'
import { firstVisit } from './rows/first-visit.ts'
import { interactions } from './rows/interactions.ts'
import { latency } from './rows/latency.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { like } from './rows/like.ts'
import { longFeed } from './rows/long-feed.ts'
import { offline } from './rows/offline.ts'
import { pictures } from './rows/pictures.ts'
import { sizes } from './rows/sizes.ts'
import { soak } from './rows/soak.ts'

/** In the order of the table of budgets. */
export const benchmarks: Benchmark[] = [
  sizes,
  lighthouse,
  firstVisit,
  latency,
  like,
  interactions,
  longFeed,
  coldStart,
  coldWorker,
  offline,
  pictures,
  buildTime,
  soak,
]

/** The table of costs over the number of posts, which is no row of budgets. */
export const SCALING = 'scaling'
