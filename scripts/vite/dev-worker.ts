import type { EnvironmentModuleNode, Plugin } from 'vite'

const WORKER = /\/src\/sw\.ts$/
const WORKER_CHANGED = 'gearheads:worker-changed'

/**
 * `npm run dev`: a change of a module that the worker imports reloads the pages once, when the new worker controls them
 * (`src/pwa/register.ts`). Vite itself would reload them at once, while the old worker still answers.
 */
export function devWorker(): Plugin {
  return {
    name: 'dev-worker',
    apply: 'serve',
    hotUpdate({ modules }) {
      if (this.environment.name !== 'client' || !modules.some((module) => isOfWorker(module)))
        return undefined
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module)
      this.environment.hot.send(WORKER_CHANGED)
      return []
    },
  }
}

/** Whether the worker imports the module, through others or itself. */
function isOfWorker(module: EnvironmentModuleNode): boolean {
  const seen = new Set<EnvironmentModuleNode>()
  const visit = (node: EnvironmentModuleNode): boolean => {
    if (seen.has(node)) return false
    seen.add(node)
    return WORKER.test(node.file ?? '') || [...node.importers].some(visit)
  }
  return visit(module)
}
