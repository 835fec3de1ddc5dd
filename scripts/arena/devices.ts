import { randomBytes } from 'node:crypto'
import { chromium } from 'playwright'
import { findChromium } from '../find-chromium.mjs'
import { handlesOf } from '../judge/plan.ts'
import { type AppFiles, serveRun } from '../judge/run-server.ts'
import { Device } from './device.ts'
import type { DrawnTask } from './draw.ts'

/** Where agents do their tasks. */
export type Devices = {
  /** Opens a device for a run, and closes it afterwards. */
  use: <T>(task: DrawnTask, use: (device: DeviceOfRun) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export type DeviceOfRun = Pick<Device, 'observe' | 'act' | 'close' | 'problems' | 'writes'>

/** Profiles of a browser, each with the app at an address of its own. */
export async function browserDevices(app: AppFiles): Promise<Devices> {
  let browser = await launch()
  return {
    async use(task, use) {
      // An agent may have crashed it.
      if (!browser.isConnected()) browser = await launch()
      const controlKey = randomBytes(16).toString('hex')
      const server = await serveRun(app, handlesOf([]), { controlKey })
      try {
        return await use(await Device.open(browser, server, task, controlKey))
      } finally {
        // Not waited for, because a page may hang.
        for (const context of browser.contexts()) context.close().catch(() => undefined)
        await server.stop()
      }
    },
    close: () => browser.close(),
  }
}

const launch = () =>
  chromium.launch({
    executablePath: findChromium(chromium.executablePath()),
    // Nothing leaves this machine, whatever the page is made to ask for.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost', '--disable-gpu'],
    // The judge closes it.
    ...{ handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false },
  })
