import { expect, onTestFinished, test } from 'vitest'
import { fileOf, starts } from '../../mocks/testing/picture.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { guest } from '../../src/contract/guest.ts'
import { freePort, newPostgres } from '../testing/postgres.ts'
import { startProcess } from '../testing/processes.ts'
import { newFolder } from '../testing/run-api.ts'
import { canMount, smallDisk } from '../testing/small-disk.ts'
import { giveToPostgres } from '../testing/unprivileged.ts'

test.skipIf(!canMount)(
  "when the disk of PostgreSQL's tables is full, writes say so and store nothing, reads go on, and all is well when it has room",
  { timeout: 120_000 },
  async () => {
    const disk = smallDisk(80)
    disk.fill(12)
    const log = newFolder()
    onTestFinished(log.remove)
    const port = await freePort()
    for (const folder of [disk.folder, log.folder]) giveToPostgres(folder)
    const flags = ['-c', 'fsync=off']
    const { server } = await newPostgres(`${disk.folder}/data`, port, flags, `${log.folder}/log`)
    await server.initialise()
    await server.start()
    onTestFinished(() => server.stop())
    const data = `postgres://postgres:postgres@localhost:${port}/postgres`
    const { url, kill } = await startProcess(data)
    onTestFinished(kill)
    const call = callThrough((path, init) => fetch(url + path, init))
    const token = (await call('POST /api/auth/login', { body: guest })).data.encodedToken
    const posts = async () => {
      const { status, data: reply } = await call('GET /api/posts', { prefer: 'people=own' })
      expect(status).toBe(200)
      return reply.posts.map(({ _id }) => _id).toSorted()
    }
    const post = async (content: string) => {
      const options = { body: { content }, token, prefer: 'return=minimal' } as const
      const { status, error, data: reply } = await call('POST /api/posts', options)
      return status === 201 ? { status, _id: reply.posts[0]?._id ?? '' } : { status, error }
    }
    const expected = await posts()
    const full = { status: 507, error: [serverErrors.fullDisk.text] }
    for (let count = 0; count < 60; count++) {
      const file = fileOf(starts['image/webp'], { size: 1_000_000 })
      // PostgreSQL compresses.
      const noise = crypto.getRandomValues.bind(crypto)
      const bytes = new Uint8Array(await file.arrayBuffer())
      for (let at = 100; at < bytes.length; at += 60_000) noise(bytes.subarray(at, at + 60_000))
      const form = new FormData()
      form.append('file', new File([bytes], 'ride.webp'))
      const headers = { authorization: token }
      const reply = await fetch(`${url}/api/uploads`, { method: 'POST', body: form, headers })
      if (reply.status === 201) continue
      expect({ status: reply.status, ...(await reply.json()) }).toEqual(full)
      break
    }
    let last = await post('x'.repeat(20_000))
    for (; last._id; last = await post('x'.repeat(20_000))) expected.push(last._id)
    expect(last).toEqual(full)
    expect((await fetch(`${url}/healthz`)).status).toBe(503)
    expect(await posts()).toEqual(expected.toSorted())

    disk.clear()
    const after = await post('On we go')
    expect(after).toMatchObject({ status: 201 })
    expect(await posts()).toEqual([...expected, after._id].toSorted())
  },
)
