/**
 * `node run.ts script.ts`: runs a script for k6 where k6 is not installed. One virtual user makes a few iterations with
 * the parts of k6's modules in this folder; thresholds are ignored. Exits with 1 if a check fails.
 */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { failedChecks, passedChecks } from './k6.ts'

const ITERATIONS = 3
const modules: Record<string, string> = { k6: './k6.ts', 'k6/http': './http.ts' }

registerHooks({
  resolve(specifier, context, next) {
    const file = modules[specifier]
    if (!file) return next(specifier, context)
    return { url: new URL(file, import.meta.url).href, shortCircuit: true }
  },
})

Object.assign(globalThis, { __ENV: process.env, __VU: 1, __ITER: 0 })
const script = await import(pathToFileURL(resolve(process.argv[2] ?? '')).href)
const data = script.setup?.()
for (let count = 0; count < ITERATIONS; count++) script.default(data)
script.teardown?.(data)
console.warn(`${passedChecks.length} checks passed, ${failedChecks.length} failed`, failedChecks)
if (failedChecks.length > 0 || passedChecks.length === 0) process.exitCode = 1
