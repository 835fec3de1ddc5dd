import { expect, it, vi } from 'vitest'
import { pageStore } from '../../../pwa/page-store.ts'
import { CODE_FORMATS, writeExport } from '../formats/formats.ts'
import { DEFAULT_REQUEST, toForm, toRequest } from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import { openHistory } from './history.ts'

const exchange = (at: number, bytes = 2): Exchange => ({
  request: DEFAULT_REQUEST,
  at,
  timeMs: 402.5,
  response: { data: {} },
  answer: { status: 200, statusText: 'OK', headers: {}, text: '{}', bytes },
})
let count = 0
const newName = () => `history-${count++}`

it('lists stored exchanges newest first', async () => {
  const name = newName()
  await openHistory(name).add(exchange(999))
  await openHistory(name).add(exchange(1000))
  const entries = await openHistory(name).list()
  expect(entries.map(({ at }) => at)).toEqual([1000, 999])
  expect(entries[0]).toMatchObject(exchange(1000))
})

it('stores exchanges with equal times separately', async () => {
  const history = openHistory(newName())
  await Promise.all([1, 1, 1].map((at) => history.add(exchange(at))))
  expect(await history.list()).toHaveLength(3)
})

it('stores the newest 50 exchanges (R14.16, R15.7)', async () => {
  const history = openHistory(newName())
  await Promise.all(Array.from({ length: 60 }, (_, at) => history.add(exchange(at))))
  const times = (await history.list()).map(({ at }) => at)
  expect(times).toEqual(Array.from({ length: 50 }, (_, index) => 59 - index))
})

it('stores a large exchange without its response and marks it as cut (R14.16)', async () => {
  const history = openHistory(newName())
  await history.add(exchange(1, 200_001))
  const [entry] = await history.list()
  expect(entry).toMatchObject({ isCut: true, response: undefined, answer: { bytes: 200_001 } })
})

it('stores an exchange whose response is nested too deeply without it', async () => {
  const history = openHistory(newName())
  let data: unknown = 1
  for (let depth = 0; depth < 20_000; depth++) data = [data]
  await history.add({ ...exchange(1), response: { data } })
  expect(await history.list()).toMatchObject([{ isCut: true, response: undefined }])
})

it('keeps the file of a response', async () => {
  const history = openHistory(newName())
  await history.add({ ...exchange(1), file: new Blob(['RIFF'], { type: 'image/webp' }) })
  const [entry] = await history.list()
  expect(entry?.file?.type).toBe('image/webp')
})

it('stores no secrets (R14.16)', async () => {
  const history = openHistory(newName())
  const login = exchange(1)
  login.request = { ...login.request, body: '{"password":"Torque#1"}' }
  await history.add(login)
  expect(JSON.stringify(await history.list())).not.toContain('Torque')
  expect(login.request.body).toContain('Torque')
})

it('is empty after it is cleared (R14.16)', async () => {
  const history = openHistory(newName())
  await history.add(exchange(1))
  await history.clear()
  expect(await history.list()).toEqual([])
})

it('opens and exports an entry that an earlier version has stored', async () => {
  const name = newName()
  const id = '000001700000000-0190a0a0-0000-7000-8000-000000000000'
  const timed = { source: 'worker', timing: [{ name: 'delay', ms: 400 }] }
  const answer = { ...exchange(1).answer, ...timed }
  const rows = pageStore(name, 'exchanges')
  await rows('readwrite', (store) => store.put({ ...exchange(1), answer, id }, id))
  const entries = await openHistory(name).list()
  expect(entries).toMatchObject([{ id, answer: { status: 200, text: '{}' } }])
  for (const { request } of entries) expect(toRequest(toForm(request))).toEqual(DEFAULT_REQUEST)
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  for (const format of CODE_FORMATS)
    expect((await writeExport(format, entries)).text).toContain('/api/test-todos')
  vi.unstubAllGlobals()
})
