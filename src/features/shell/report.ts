import { recentCalls } from '../../client/call.ts'
import { BUILD } from '../../pwa/build.ts'
import { reportOnDevice } from '../../pwa/offline.ts'

/** Timeout for the worker's part of the report. */
const WORKER_TIMEOUT_MS = 2_000

/**
 * Creates a report for developers: build, worker, storage, the error and the last calls. It has no user data: no
 * bodies, tokens or names.
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
    `Worker: ${await describeWorker()}`,
    ...(error === undefined ? [] : [`Error: ${describeError(error)}`]),
    `Last calls: ${calls.length || 'none'}`,
    ...calls,
  ].join('\n')
}

async function describeWorker(): Promise<string> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return 'this browser has none to offer'
  const registration = await serviceWorker.getRegistration().catch(() => undefined)
  const { active, waiting, installing } = registration ?? {}
  const states = [active, waiting, installing].map((one) => one?.state).filter(Boolean)
  const control = serviceWorker.controller ? 'in control' : 'not in control'
  return `${states.join(', ') || 'none'}; ${control}; ${await describeDevice()}`
}

async function describeDevice(): Promise<string> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, WORKER_TIMEOUT_MS, 'no answer'),
  )
  try {
    const { build, kept, of, usage, quota } = await Promise.race([reportOnDevice(), timeout])
    return `build ${build}; files ${kept} of ${of}; storage ${usage} of ${quota} bytes`
  } catch (error) {
    return String(error)
  }
}

/** The message and the top of the stack. The message is cut, because it may quote user data. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  const frames = error.stack?.split('\n').filter((line) => /^\s+at |@/.test(line)) ?? []
  return [`${error.name}: ${error.message.slice(0, 200)}`, ...frames.slice(0, 6)].join('\n')
}
