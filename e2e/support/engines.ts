import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type BrowserType, firefox, webkit } from 'playwright/test'
import { type ElementHandle, launch } from 'puppeteer-core'
import type { EnginePage } from './engine-page.ts'
import { openWebKitGtk } from './webkit-gtk.ts'

/** Each engine but Chromium, and a function that opens a page of it. Without `open`, no browser of that engine is installed. */
export function findEngines(): {
  name: string
  open?: () => Promise<EnginePage>
  missing: string
}[] {
  const firefoxPath = onPath('firefox-esr')
  return [
    {
      name: 'Firefox',
      open: playwrightsOwn(firefox) ?? (firefoxPath ? () => openFirefox(firefoxPath) : undefined),
      missing: 'npx playwright install firefox, or apt-get install firefox-esr',
    },
    {
      name: 'WebKit',
      open:
        playwrightsOwn(webkit) ??
        (onPath('WebKitWebDriver') && onPath('Xvfb') ? openWebKitGtk : undefined),
      missing: 'npx playwright install webkit, or apt-get install webkit2gtk-driver xvfb',
    },
  ]
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Playwright's build of a browser. Playwright cannot drive any other Firefox or WebKit. */
function playwrightsOwn(type: BrowserType): (() => Promise<EnginePage>) | undefined {
  const path = type.executablePath()
  return existsSync(path) ? () => openWithPlaywright(type, path) : undefined
}

async function openWithPlaywright(type: BrowserType, executablePath: string): Promise<EnginePage> {
  const browser = await type.launch({ executablePath })
  const page = await browser.newPage()
  const find = (element: string) => page.evaluateHandle<HTMLElement>(element)
  return {
    goto: (url) => page.goto(url),
    evaluate: (script) => page.evaluate(script),
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => {
      await (await find(element)).focus()
      await page.keyboard.type(text)
    },
    chooseFile: async (element, path) => (await find(element)).setInputFiles(path),
    close: () => browser.close(),
  }
}

/** Debian's Firefox, over WebDriver BiDi. */
async function openFirefox(executablePath: string): Promise<EnginePage> {
  // As large as Playwright's windows: a click does not scroll its target out from under a bar.
  const defaultViewport = { width: 1280, height: 720 }
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport })
  const page = await browser.newPage()
  const find = async (element: string) =>
    (await page.evaluateHandle(element)) as ElementHandle<HTMLInputElement>
  return {
    goto: (url) => page.goto(url),
    evaluate: (script) => page.evaluate(script),
    click: async (element) => (await find(element)).click(),
    type: async (element, text) => (await find(element)).type(text),
    chooseFile: async (element, path) => (await find(element)).uploadFile(path),
    close: () => browser.close(),
  }
}
