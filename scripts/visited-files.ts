import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vitest makes a function for each export, which runs when another module uses the export. */
const EXPORT = /^\(\) => \{ try \{ return \w+ \} catch \{\} \}$/

/** The files of `folder` with a function that runs during `work`, sorted. Tests and their helpers are left out. */
export async function visitedFiles(
  folder: RegExp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Debugger.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Taking the counts sets them to 0.
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files: string[] = []
  for (const { url, scriptId, functions } of result) {
    if (!url.startsWith('file:')) continue
    const file = relative(root, fileURLToPath(url))
    if (!folder.test(file) || /\.test\.ts$|\/testing\/|^sync\/lab\//.test(file)) continue
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
    const ranges = functions.flatMap(({ ranges: [whole] }) =>
      whole && whole.count > 0 ? [whole] : [],
    )
    const sources = ranges.map(({ startOffset, endOffset }) =>
      scriptSource.slice(startOffset, endOffset),
    )
    if (sources.some((source) => !EXPORT.test(source))) files.push(file)
  }
  session.disconnect()
  return files.sort()
}
