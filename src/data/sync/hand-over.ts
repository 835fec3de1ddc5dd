import type { GivenResult, GiveProblem, TakenResult } from '../../../sync/messages.ts'
import { askWorker } from '../../pwa/ask-worker.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { countOf } from './describe-write.ts'
import { BUNDLE_ENDING } from './receive-bundles.ts'

/** The characters of JSON in a bundle that is shown as codes: some ten of them. */
const MAX_CODE_LENGTH = 60_000
const MAX_FILE_LENGTH = 900_000

/** Makes a bundle of what waits here, without pictures: as codes, they would take minutes. */
export function giveAsCodes(userId: string): Promise<GivenResult> {
  return askWorker('SYNC_GIVE', { userId, withPictures: false, maxLength: MAX_CODE_LENGTH })
}

/**
 * Gives what waits here, with its pictures, to the share sheet, or as a download.
 * @param ready a file of an earlier call
 * @returns why there is nothing to give, or a file to give at the next press: WebKit opens the sheet only right after one
 */
export async function giveAsFile(
  userId: string,
  ready?: File,
): Promise<GiveProblem | File | undefined> {
  const again = ready ?? (await makeFile(userId))
  if (!(again instanceof File)) return again
  try {
    await navigator.share({ files: [again] })
  } catch (error) {
    const { name } = error as DOMException
    if (name === 'NotAllowedError' && !ready) return again
    // The user has closed the share sheet.
    if (name !== 'AbortError') throw error
  }
  return undefined
}

/** @returns `undefined` if it was downloaded instead */
async function makeFile(userId: string): Promise<GiveProblem | File | undefined> {
  const options = { userId, withPictures: true, maxLength: MAX_FILE_LENGTH }
  const given = await askWorker('SYNC_GIVE', options)
  if ('problem' in given) return given.problem
  const name = `posts-${new Date().toISOString().slice(0, 10)}${BUNDLE_ENDING}`
  // Chrome shares files of known types only.
  const files = [
    new File([given.bytes], name, { type: 'application/octet-stream' }),
    new File([given.bytes], `${name}.txt`, { type: 'text/plain' }),
  ]
  const file = files.find((one) => navigator.canShare?.({ files: [one] }))
  if (!file) saveFile(name, new Blob([given.bytes]))
  return file
}

/** Takes the bundle of another phone. */
export function take(bytes: Uint8Array<ArrayBuffer>): Promise<TakenResult> {
  return askWorker('SYNC_TAKE', { bytes })
}

/** Takes the bundles in shared files. @returns what came of them, in sentences */
export async function takeAll(bundles: readonly File[]): Promise<string> {
  const texts: string[] = []
  for (const file of bundles)
    texts.push(describeTaken(await take(new Uint8Array(await file.arrayBuffer()))))
  const text = texts.join(' ')
  toast('info', text)
  return text
}

const NO_COPY = 'This phone has no copy of the club yet. Open the app once while you have signal.'

/** Why nothing can be given, and what helps. */
export const GIVE_PROBLEMS: Record<GiveProblem, string> = {
  notReady: NO_COPY,
  unregistered:
    'The club does not know this phone yet. Open the app once while you have signal. What waits here is sent then.',
  removed:
    'This phone was removed in Settings, so no other one takes what it gives. What waits here is sent when you have signal. Log out and in after that, not before: then it can give again.',
  nothing: 'Nothing is waiting on this phone.',
  notGivable:
    'Only this phone can send what waits here: changes of your profile, muted people, reports, and what is older than a week or came over three phones.',
  tooLong: 'This is too long for codes. Share it as a file.',
}

const TAKE_PROBLEMS = {
  notReady: NO_COPY,
  otherClub: 'This is of another club.',
  unreadable: 'This is not from Gearheads, or it is damaged.',
}

/** What came of a bundle, in sentences. */
export function describeTaken(result: TakenResult): string {
  if ('problem' in result) return TAKE_PROBLEMS[result.problem]
  const { from, added, known, refused, full } = result
  const many = (count: number) => countOf(Array(count).fill(0))
  const texts = [
    added > 0 &&
      `Got ${many(added)}${from ? ` from ${from}'s phone` : ''}. This phone sends ${added === 1 ? 'it' : 'them'} on when it has a signal.`,
    added === 0 && known > 0 && `Nothing new: this phone has ${known === 1 ? 'it' : 'them all'}.`,
    refused > 0 &&
      `${many(refused)} can't be checked here, and ${refused === 1 ? 'is' : 'are'} left out.`,
    full > 0 && `There is no room for ${many(full)}.`,
  ]
  return texts.filter(Boolean).join(' ') || 'There was nothing in it.'
}
