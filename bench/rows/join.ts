import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { askWorker } from '../../e2e/support/pwa-fixtures.ts'
import { openDatabase } from '../../mocks/database.ts'
import { newUser } from '../../mocks/domain/new-user.ts'
import { replaceData } from '../../mocks/seed/data-set.ts'
import { generatedData } from '../../mocks/seed/generate.ts'
import { timestamp } from '../../mocks/store/timestamp.ts'
import { openStore } from '../../server/adapters/open-store.ts'
import { clubOptions } from '../../server/options.ts'
import { startClub } from '../../server/start.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Bench, Samples } from '../bench.ts'
import { fetchJson } from '../load.ts'
import { openUntilUsable } from '../page.ts'
import { hostOf, outputOf } from '../sites.ts'

const POSTS = 10_000
/** Newest posts that every member likes. */
const LIKED = 20

/** Joining a club with 10 and with 5,000 members, on a slow CPU. */
export async function join(bench: Bench): Promise<Samples> {
  // Builds the app.
  await hostOf('app')
  const folder = mkdtempSync(joinPath(tmpdir(), 'gearheads-bench-'))
  const clubs = []
  try {
    for (const people of [10, 5_000]) {
      const data = joinPath(folder, `${people}.db`)
      await fill(data, people)
      const options = clubOptions(['--port', '0', '--data', data, '--controls'])
      clubs.push(await startClub(options, { app: outputOf('app') }))
    }
    const [handful, crowd] = clubs.map(
      ({ url }) =>
        () =>
          joinClub(bench, url),
    )
    if (!handful || !crowd) throw new Error('A club is missing')
    return await bench.sample({ handful, crowd })
  } finally {
    for (const club of clubs) await club.close()
    rmSync(folder, { recursive: true })
  }
}

async function joinClub(bench: Bench, club: string): Promise<Samples<number>> {
  const first = await bench.device(new URL(club))
  try {
    const times = await bench.visit(first, async (page) => {
      const { clicked, painted } = await openUntilUsable(page, '/', () =>
        page.locator('button:not([inert] *)', { hasText: 'Log in as guest' }).click(),
      )
      await copyAll(page)
      return { usable: (painted - clicked) / 1000 }
    })
    const stored = await first.goto('/').then(() => storedMegabytes(first))
    return { ...times, stored, firstPart: await firstPartOf(club) }
  } finally {
    await first.context().close()
  }
}

/** Waits until the device has copied what it wants to have. */
async function copyAll(page: Page): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    await askWorker(page, 'SYNC')
    const { replica, isRunning } = await askWorker(page, 'SYNC_STATUS')
    if (replica && !replica.next && !isRunning) return
  }
  throw new Error('The copy does not end')
}

function storedMegabytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Chromium's, which TypeScript's library does not have.
    const { usageDetails } = (await navigator.storage.estimate()) as {
      usageDetails?: { indexedDB?: number }
    }
    return (usageDetails?.indexedDB ?? Number.NaN) / 1e6
  })
}

/** The first part of the copy, compressed, in kB. */
async function firstPartOf(club: string): Promise<number> {
  const init = { method: 'POST', body: JSON.stringify(guest) }
  const { foundUser } = await fetchJson<{ foundUser: { _id: string } }>(
    `${club}/api/auth/login`,
    init,
  )
  const part = await (await fetch(`${club}/api/replica?viewer=${foundUser._id}`)).text()
  return gzipSync(part).length / 1000
}

/** Creates a club whose members all like the newest posts, comment on the newest and follow its author. */
async function fill(file: string, people: number): Promise<void> {
  const { store, close } = await openStore(file)
  const database = openDatabase(store)
  const data = generatedData({ users: 10, posts: POSTS }, Date.now())
  await database.write(async (tx) => {
    await replaceData(tx, data)
    const createdAt = timestamp(tx.now)
    const posts = await tx.list('posts', { limit: LIKED })
    const [newest] = posts
    const author = await tx.get('users', newest?.userId ?? '')
    if (!newest || !author) throw new Error('There are no posts')
    for (let n = 10; n < people; n++) {
      const names = { username: `member-${n}`, firstName: `Member ${n}`, password: '' }
      const member = await tx.insert('users', newUser({ ...names, createdAt }))
      for (const post of posts) await tx.links.add('likedBy', post, member)
      await tx.links.add('following', member, author)
      const comment = { postId: newest._id, userId: member._id, content: 'Count me in.' }
      await tx.insert('comments', { ...comment, createdAt, updatedAt: createdAt })
    }
  })
  await close()
}
