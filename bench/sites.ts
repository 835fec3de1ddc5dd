import { buildSite, type SiteName } from './builds.ts'
import { Host } from './host.ts'

/** The sites that are measured, each built and served when it is first asked for. */
export class Sites {
  readonly #hosts = new Map<SiteName, Host>()

  async open(names: SiteName[]): Promise<Record<SiteName, Host>> {
    for (const name of names) if (!this.#hosts.has(name)) await this.#open(name)
    // A benchmark says which it needs, and gets those.
    return Object.fromEntries(this.#hosts) as Record<SiteName, Host>
  }

  async stop(): Promise<void> {
    for (const host of this.#hosts.values()) await host.stop()
  }

  async #open(name: SiteName): Promise<void> {
    console.warn(`Building ${name} …`)
    // Another client of the app's own worker.
    if (name === 'full-list') await this.open(['app'])
    const host = new Host(...(await buildSite(name)))
    await host.start()
    this.#hosts.set(name, host)
  }
}
