import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Package = { name: string; version: string; licence?: string }

/** Of a package.json or of an entry of the lockfile, what tells what else is installed for it. */
type Needs = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, Needs & { optional?: boolean }> }
type Manifest = { version: string; license?: unknown }

/** Style sheets and pages, in which a font is named by its file. */
const NAMING = ['index.html', 'src/**/*.css']

/** The packages that come with the app: what it depends on, with all that these depend on, and its fonts. */
export function shippedPackages(root: string): Package[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { packages }: Lock = JSON.parse(read('package-lock.json'))
  const own = packages[''] ?? {}
  const texts = NAMING.flatMap((pattern) => globSync(pattern, { cwd: root })).map(read)
  const fonts = Object.keys(own.devDependencies ?? {}).filter((name) =>
    texts.some((text) => new RegExp(`(node_modules/|["'(])${name}/`).test(text)),
  )
  const shipped = placesOf(packages, [...Object.keys(own.dependencies ?? {}), ...fonts])
    // For another system, and so not here.
    .filter((place) => !packages[place]?.optional || existsSync(join(root, place)))
    .map((place): [string, Package] => {
      const { version, license }: Manifest = JSON.parse(read(`${place}/package.json`))
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = typeof license === 'string' ? license : undefined
      return [`${name} ${version}`, { name, version, licence }]
    })
  // Installed at two places it is one package still.
  return [...new Map(shipped).values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Where the packages of these names are installed, and those that they need, as Node finds them. */
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

/** The nearest one: in the package's own folder, or in one around it. */
function placeOf(packages: Lock['packages'], name: string, from: string): string | undefined {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (packages[place]) return place
  if (!from) return undefined
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}
