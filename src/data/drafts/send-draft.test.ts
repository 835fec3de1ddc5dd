import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError, type HttpResponse } from '../../client/http.ts'
import { SessionOverError } from '../../client/session.ts'
import { type Draft, type Outgoing, UNANSWERED } from './draft.ts'
import { changeSubmitted, removeSubmitted, submitDraft } from './queue.ts'
import { sendQueue } from './send-draft.ts'

const HOUR_MS = 3_600_000
const blob = new Blob(['pixels'])
const id = 'a'
let draft: Draft
let send: ReturnType<typeof vi.fn<(outgoing: Outgoing) => Promise<unknown>>>
let upload: ReturnType<typeof vi.fn<(picture: { key: string }) => Promise<string>>>

beforeEach(() => {
  draft = { text: 'Vroom' }
  isTyping = false
  send = vi.fn().mockResolvedValue(undefined)
  let count = 0
  upload = vi.fn(async () => `/api/uploads/${++count}`)
})
afterEach(() => vi.useRealTimers())

const change = (part: Partial<Draft>) => {
  draft = { ...draft, ...part }
}

let isTyping = false
let draftKey = 0

/** Resolves when the queue is not sent any more. */
async function sendAll(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const checked = () => {
    resolve()
    return draft
  }
  draftKey += 1
  sendQueue(String(draftKey), {
    now: () => (draft.queue?.some(({ isRefused }) => !isRefused) ? draft : checked()),
    change,
    upload,
    send,
    onStored: async (key) => change(removeSubmitted(draft, key)),
    isTyping: () => isTyping,
    isAuthor: () => true,
  })
  await promise
}

/** As the composer does. */
async function submit(): Promise<void> {
  change(submitDraft(draft))
  await sendAll()
}

const failed = (status: number, text = 'Refused') =>
  new HttpError(
    'Failed',
    {} as HttpError['config'],
    {
      status,
      data: { error: [text] },
    } as HttpResponse,
  )
const offline = new HttpError('Network Error', {} as HttpError['config'])
const outgoing = () => send.mock.calls.map(([one]) => one)
const keys = () => outgoing().map(({ key }) => key)

test('keys are in the order in which the submits are sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  change(submitDraft({ text: 'One', pictures: [{ id, blob }] }))
  change(submitDraft({ ...draft, text: 'Two' }))
  upload.mockImplementationOnce(async () => {
    // Its first picture takes a while, and a post gets no name that is older than one that is stored.
    vi.setSystemTime(5000)
    return '/api/uploads/1'
  })
  send.mockImplementation(async () => vi.setSystemTime(Date.now() + 1))
  await sendAll()
  expect(outgoing().map(({ content }) => content)).toEqual(['One', 'Two'])
  expect(keys()).toEqual(keys().toSorted())
})

test('a draft without a reply is sent again under the same key (R4.13)', async () => {
  send.mockRejectedValueOnce(offline)
  await submit()
  // As after a reload, or with a character typed and taken out again.
  draft = structuredClone(draft)
  await submit()
  expect(outgoing()[0]).toEqual({ content: 'Vroom', imageUrl: undefined, key: keys()[1] })
  expect(keys()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

test('a submit without a reply says that it may have been posted, and a refused one why it was not (R4.11)', async () => {
  isTyping = true
  send.mockRejectedValueOnce(offline)
  await submit()
  expect(draft.queue).toMatchObject([{ isRefused: true, isUnanswered: true, reason: UNANSWERED }])
  draft = { text: '', pictures: [{ id, blob }] }
  upload.mockRejectedValueOnce(offline)
  await submit()
  expect(draft.queue).toMatchObject([{ isRefused: true, isUnanswered: false }])
  draft = { text: 'Too long' }
  send.mockRejectedValueOnce(failed(400))
  await submit()
  expect(draft.queue).toMatchObject([{ isRefused: true, isUnanswered: false, reason: 'Refused' }])
})

test('the key is stored before the request goes out', async () => {
  send.mockImplementation(async ({ key }) => {
    expect(draft).toMatchObject({ text: '', queue: [{ key, content: 'Vroom' }] })
  })
  await submit()
  expect(send).toHaveBeenCalledOnce()
})

test('the description of a picture goes with it, trimmed; a changed one gets a new key', async () => {
  draft = { text: '', pictures: [{ id, blob, alt: ' Two bikes ' }] }
  send.mockRejectedValueOnce(offline)
  await submit()
  draft.pictures = draft.pictures?.map((one) => ({ ...one, alt: 'Three bikes' }))
  await submit()
  expect(outgoing().map(({ imageAlt }) => imageAlt)).toEqual(['Two bikes', 'Three bikes'])
  expect(keys()[1]).not.toBe(keys()[0])
  expect(upload).toHaveBeenCalledOnce()
})

test('a description that changes during the upload is the one that is sent', async () => {
  draft = { text: '', pictures: [{ id, blob }] }
  upload.mockImplementationOnce(async () => {
    const [{ key, pictures }] = draft.queue as [NonNullable<Draft['queue']>[number]]
    const described = pictures?.map((one) => ({ ...one, alt: 'Two bikes' }))
    change(changeSubmitted(draft, key, { pictures: described }))
    return '/api/uploads/1'
  })
  await submit()
  expect(outgoing()[0]?.imageAlt).toBe('Two bikes')
})

test('a picture that must be uploaded again keeps its description', async () => {
  const picture = { id, blob, alt: 'Two bikes', url: '/api/uploads/old', uploadedAt: 0 }
  draft = { text: '', pictures: [picture] }
  await submit()
  expect(outgoing()[0]).toMatchObject({ imageUrl: '/api/uploads/1', imageAlt: 'Two bikes' })
})

test('a changed text gets a new key (R4.13)', async () => {
  send.mockRejectedValueOnce(offline)
  await submit()
  draft = { ...draft, text: 'Vroom vroom' }
  await submit()
  expect(new Set(keys()).size).toBe(2)
})

test('a picture is uploaded once, under its own key, which stays until the upload succeeds', async () => {
  draft = { ...draft, pictures: [{ id, blob }] }
  upload.mockRejectedValueOnce(offline)
  await submit()
  send.mockRejectedValueOnce(offline)
  await submit()
  await submit()
  const [first, second] = upload.mock.calls.map(([picture]) => picture.key)
  expect(upload).toHaveBeenCalledTimes(2)
  expect(first).toBe(second)
  expect(keys()).toHaveLength(2)
  expect(new Set([...keys(), first]).size).toBe(2)
})

test('removing the text from a picture gets a new key', async () => {
  draft = { ...draft, pictures: [{ id, blob }] }
  send.mockRejectedValueOnce(offline)
  await submit()
  draft = { ...draft, pictures: undefined }
  await submit()
  expect(new Set(keys()).size).toBe(2)
})

test.each([
  ['/api/uploads/old', 13 * HOUR_MS, 1],
  ['/api/uploads/old', 11 * HOUR_MS, 0],
  ['https://pictures.test/old', 1_000 * HOUR_MS, 0],
])('%s, uploaded %d ms ago, is uploaded %d times more', async (url, age, times) => {
  const picture = { id, blob, key: 'old', url, uploadedAt: Date.now() - age }
  draft = { ...draft, pictures: [picture] }
  await submit()
  expect(upload).toHaveBeenCalledTimes(times)
  expect(outgoing()[0]?.imageUrl).toBe(times ? '/api/uploads/1' : url)
  for (const [{ key }] of upload.mock.calls) expect(key).not.toBe('old')
})

test('a picture that the API no longer has is uploaded again, once', async () => {
  draft = {
    ...draft,
    pictures: [{ id, blob, key: 'old', url: '/api/uploads/x', uploadedAt: Date.now() }],
  }
  send.mockRejectedValueOnce(failed(400, 'imageUrl must be a picture that is kept here.'))
  await submit()
  expect(upload).toHaveBeenCalledOnce()
  expect(outgoing().map(({ imageUrl }) => imageUrl)).toEqual(['/api/uploads/x', '/api/uploads/1'])
  expect(new Set(keys()).size).toBe(2)
})

test('a key that was used with another body is replaced once', async () => {
  send.mockRejectedValueOnce(failed(422))
  await submit()
  expect(new Set(keys()).size).toBe(2)
  send.mockRejectedValue(failed(422))
  draft = { text: 'Vroom' }
  await submit()
  expect(send).toHaveBeenCalledTimes(4)
})

test.each([400, 404, 500, 503])('an answer of %d is not tried again', async (status) => {
  draft = { ...draft, pictures: [{ id, blob, url: '/api/uploads/x', uploadedAt: Date.now() }] }
  send.mockRejectedValue(failed(status))
  await submit()
  expect(send).toHaveBeenCalledOnce()
})

test('several pictures are uploaded in their order and sent as a list; a failure keeps those that are done', async () => {
  const pictures = ['a', 'b', 'c'].map((one) => ({ id: one, blob, alt: one }))
  draft = { text: '', pictures }
  upload.mockResolvedValueOnce('/api/uploads/first').mockRejectedValueOnce(offline)
  await submit()
  expect(draft.pictures?.map(({ url }) => url)).toEqual([
    '/api/uploads/first',
    undefined,
    undefined,
  ])
  await submit()
  expect(upload).toHaveBeenCalledTimes(4)
  const images = outgoing()[0]?.images
  expect(images?.map(({ alt }) => alt)).toEqual(['a', 'b', 'c'])
  expect(new Set(images?.map(({ url }) => url)).size).toBe(3)
  expect(outgoing()[0]).toMatchObject({ imageUrl: '/api/uploads/first', imageAlt: 'a' })
})

test('another order of the pictures gets a new key', async () => {
  draft = { text: '', pictures: ['a', 'b'].map((one) => ({ id: one, blob })) }
  send.mockRejectedValueOnce(offline)
  await submit()
  draft.pictures = draft.pictures?.toReversed()
  await submit()
  expect(new Set(keys()).size).toBe(2)
  expect(outgoing()[1]?.images).toEqual(outgoing()[0]?.images?.toReversed())
})

test('each submit is sent on its own, in order; text typed meanwhile belongs to none of them (R4.13)', async () => {
  for (const text of ['First', 'Second', 'Third']) {
    change({ text })
    change(submitDraft(draft))
  }
  change({ text: 'Typed since', pictures: [{ id, blob }] })
  // As after a reload.
  draft = structuredClone(draft)
  await sendAll()
  expect(outgoing().map(({ content }) => content)).toEqual(['First', 'Second', 'Third'])
  expect(draft).toMatchObject({ text: 'Typed since', pictures: [{ id }], queue: [] })
  expect(upload).not.toHaveBeenCalled()
})

test('a refused text comes back into an empty form, and the next ones are sent (R4.11)', async () => {
  change(submitDraft(draft))
  change({ text: 'Next' })
  send.mockRejectedValueOnce(failed(500))
  await submit()
  expect(outgoing().map(({ content }) => content)).toEqual(['Vroom', 'Next'])
  expect(draft).toMatchObject({ text: 'Vroom', queue: [] })
})

test.each([
  ['something else is in the form', false, 'Typed since'],
  ['somebody is typing', true, ''],
])(
  'a refused text stays beside the form, under its key, while %s (R4.11)',
  async (_, typing, text) => {
    change(submitDraft(draft))
    change({ text })
    isTyping = typing
    send.mockRejectedValueOnce(failed(500))
    await sendAll()
    expect(draft).toMatchObject({ text, queue: [{ content: 'Vroom', isRefused: true }] })
    change(changeSubmitted(draft, keys()[0] ?? '', { isRefused: undefined }))
    await sendAll()
    expect(keys()[1]).toBe(keys()[0])
    expect(draft).toMatchObject({ text, queue: [] })
  },
)

test('when the session is over, the next ones wait for the next log-in', async () => {
  change(submitDraft(draft))
  change({ text: 'Next' })
  change(submitDraft(draft))
  send.mockRejectedValueOnce(new SessionOverError('Over', { cause: failed(404) }))
  sendQueue('over', {
    now: () => draft,
    change,
    upload,
    send,
    onStored: vi.fn(),
    isTyping: () => true,
    isAuthor: () => true,
  })
  await expect.poll(() => draft.queue?.[0]?.isRefused).toBe(true)
  expect(send).toHaveBeenCalledOnce()
  expect(draft.queue?.[1]).not.toHaveProperty('isRefused')
})

test('nothing is sent as another user, who has logged in on the same page', async () => {
  let user = 'mira'
  change(submitDraft({ ...draft, pictures: [{ id, blob }] }))
  change({ text: 'Next' })
  change(submitDraft(draft))
  send.mockImplementationOnce(async () => {
    user = 'juno'
    throw failed(500)
  })
  const sending = {
    ...{ now: () => draft, change, upload, send },
    onStored: vi.fn(),
    isTyping: () => true,
    isAuthor: () => user === 'mira',
  }
  sendQueue('another', sending)
  await expect.poll(() => draft.queue?.[0]?.isRefused).toBe(true)
  expect(send).toHaveBeenCalledOnce()
  expect(draft.queue?.[1]?.isRefused).toBeUndefined()
  // Neither after a picture, which takes a while.
  user = 'mira'
  change(
    changeSubmitted(draft, draft.queue?.[0]?.key ?? '', {
      isRefused: undefined,
      pictures: [{ id, blob }],
    }),
  )
  upload.mockImplementationOnce(async () => {
    user = 'juno'
    return '/api/uploads/9'
  })
  sendQueue('another picture', sending)
  await expect.poll(() => draft.queue?.[0]?.isRefused).toBe(true)
  expect(send).toHaveBeenCalledOnce()
})
