/** `npm run licences`: lists the packages that are shipped with the app; fails if a licence is not permissive. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import satisfies from 'spdx-satisfies'
import { runCommand } from './command-line.ts'

/** SPDX ids of licences that require only attribution. OFL-1.1 is for fonts. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]

export type Package = { name: string; version: string; licence?: string }

/** The part of a package.json, or of an entry of the lockfile, that names other packages. */
type Needs = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, Needs & { optional?: boolean }> }
type Manifest = { version: string; license?: unknown }

/** The files that may name a font. */
const NAMING = ['index.html', 'src/**/*.css']

/** The packages that are shipped with the app: its dependencies, with theirs, and its fonts. */
export function shippedPackages(root: string): Package[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { packages }: Lock = JSON.parse(read('package-lock.json'))
  const own = packages[''] ?? {}
  const texts = NAMING.flatMap((pattern) => globSync(pattern, { cwd: root })).map(read)
  const fonts = Object.keys(own.devDependencies ?? {}).filter((name) =>
    texts.some((text) => new RegExp(`(node_modules/|["'(])${name}/`).test(text)),
  )
  const shipped = placesOf(packages, [...Object.keys(own.dependencies ?? {}), ...fonts])
    // Optional packages for other systems are not installed.
    .filter((place) => !packages[place]?.optional || existsSync(join(root, place)))
    .map((place): [string, Package] => {
      const { version, license }: Manifest = JSON.parse(read(`${place}/package.json`))
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = typeof license === 'string' ? license : undefined
      return [`${name} ${version}`, { name, version, licence }]
    })
  // A package that is installed at two places is listed once.
  return [...new Map(shipped).values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** The folders of these packages and of all their dependencies, resolved as Node does. */
function placesOf(packages: Lock['packages'], names: string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const place = placeOf(packages, name, from)
    if (!place || found.has(place)) return
    found.add(place)
    for (const needed of neededBy(packages[place] ?? {})) visit(needed, place)
  }
  for (const name of names) visit(name, '')
  return [...found]
}

function neededBy(needs: Needs): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = needs
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** The nearest one: in the package's own folder, or in a parent folder. */
function placeOf(packages: Lock['packages'], name: string, from: string): string | undefined {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (packages[place]) return place
  if (!from) return undefined
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

/** The problem with the package's licence in one line; `undefined` if there is none. */
export function licenceProblem({ name, version, licence }: Package): string | undefined {
  if (!licence) return `${name} ${version} names no licence`
  if (isPermissive(licence)) return undefined
  return `${name} ${version} has a licence that is not on the list: ${licence}`
}

/** Whether an SPDX expression allows a permissive choice. False for text that is not SPDX, such as "SEE LICENSE IN …". */
export function isPermissive(expression: string): boolean {
  try {
    return satisfies(expression, PERMISSIVE)
  } catch {
    return false
  }
}

if (import.meta.main)
  await runCommand({ USAGE: 'npm run licences\n', run: printLicences }, process.argv.slice(2))

function printLicences(): void {
  const shipped = shippedPackages(join(import.meta.dirname, '..'))
  const longest = Math.max(...shipped.map(({ name, version }) => `${name} ${version}`.length))
  for (const { name, version, licence } of shipped)
    process.stdout.write(`${`${name} ${version}`.padEnd(longest)}  ${licence ?? ''}\n`)
  const problems = shipped.map(licenceProblem).filter((problem) => problem !== undefined)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
