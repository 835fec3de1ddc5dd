import type { Plugin } from 'vite'
import { defects } from '../../src/contract/defects.ts'

/**
 * The build of judged runs (`vite build --mode judged`, docs/testers.md#score-your-suite): effects have numbers in place of names, and nothing
 * lists the names but the report of an assignment (`hints.ts`). A judged build leaves out the controls that need them.
 */
export function judgedBuild(): Plugin {
  return {
    name: 'judged-build',
    enforce: 'pre',
    apply: (_config, { mode }) => mode === 'judged',
    transform: {
      filter: { id: /\/src\/(defects\/(api|page)\/|contract\/defects\.ts$)/ },
      handler: withoutNames,
    },
  }
}

export function withoutNames(code: string, path: string): string {
  if (path.endsWith('/contract/defects.ts')) return code.replace(/'[\w-]+',?/g, '')
  return defects.reduce(
    (text, name, place) =>
      text.replace(
        new RegExp(`^( {2}(?:async )?|.*= \\{ )'?${name}'?(?=[(:])`, 'gm'),
        `$1${place}`,
      ),
    code,
  )
}
