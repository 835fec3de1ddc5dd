import { recentCalls } from '../../client/call.ts'
import { BUILD } from '../../pwa/build.ts'
import { reportOnDevice } from '../../pwa/offline.ts'

/** A worker that says nothing by then is reported as such. */
const WORKER_LIMIT_MS = 2_000

/**
 * What somebody who is to mend it wants to know, as text: build, worker, storage, the error and the last
 * calls. Nothing that anybody wrote: no bodies, no tokens, no names.
 */
export async function writeReport(error?: unknown): Promise<string> {
  const calls = recentCalls().map(
    ({ at, name, status, ms }) =>
      `  ${new Date(at).toISOString()} ${name} ${status} ${ms.toFixed()} ms`,
  )
  return [
    `Gearheads, build ${BUILD}, ${new Date().toISOString()}`,
    `Page: ${location.pathname}, ${navigator.onLine ? 'online' : 'offline'}`,
    `Browser: ${navigator.userAgent}`,
    `Worker: ${await worker()}`,
    ...(error === undefined ? [] : [`Error: ${told(error)}`]),
    `Last calls: ${calls.length || 'none'}`,
    ...calls,
  ].join('\n')
}

async function worker(): Promise<string> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return 'this browser has none to offer'
  const registration = await serviceWorker.getRegistration().catch(() => undefined)
  const { active, waiting, installing } = registration ?? {}
  const states = [active, waiting, installing].map((one) => one?.state).filter(Boolean)
  const control = serviceWorker.controller ? 'in control' : 'not in control'
  return `${states.join(', ') || 'none'}; ${control}; ${await device()}`
}

async function device(): Promise<string> {
  const silence = new Promise<never>((_, reject) =>
    setTimeout(reject, WORKER_LIMIT_MS, 'no answer'),
  )
  try {
    const { build, kept, of, usage, quota } = await Promise.race([reportOnDevice(), silence])
    return `build ${build}; files ${kept} of ${of}; storage ${usage} of ${quota} bytes`
  } catch (error) {
    return String(error)
  }
}

/** Where it broke, without the addresses in full; a text of somebody's that a message quotes is cut. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  const places = error.stack?.split('\n').filter((line) => /^\s+at |@/.test(line)) ?? []
  return [`${error.name}: ${error.message.slice(0, 200)}`, ...places.slice(0, 6)].join('\n')
}
