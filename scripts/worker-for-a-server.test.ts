import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { standIns } from './vite/stand-ins.ts'

const root = join(import.meta.dirname, '..')

/** The worker's code as built for the server at `apiUrl`; empty for none. */
async function workerFor(apiUrl: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    resolve: { alias: standIns },
    define: {
      'import.meta.env.VITE_API_URL': JSON.stringify(apiUrl),
      'import.meta.env.VITE_UPLOAD_DELIVERY_URL': '""',
      'import.meta.env.VITE_BUILD': '"test"',
    },
    build: { write: false, minify: true, rolldownOptions: { input: join(root, 'src/sw.ts') } },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code
}

const ofHandlers = 'there was no route defined to handle this request'

test('the worker of an app with a server has no back end in it', async () => {
  const [own, lean] = await Promise.all([workerFor(''), workerFor('https://api.test')])
  expect(own).toContain(ofHandlers)
  expect(lean).not.toContain(ofHandlers)
  expect(lean).toContain('SKIP_WAITING')
})
