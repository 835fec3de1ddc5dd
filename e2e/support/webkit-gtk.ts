import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { expect } from 'playwright/test'
import type { EnginePage } from './engine-page.ts'

/** The key of an element reference in replies (https://w3c.github.io/webdriver/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Debian's WebKit: WebKitWebDriver starts MiniBrowser on a virtual screen.
 * The commands are those of https://w3c.github.io/webdriver/.
 */
export async function openWebKitGtk(): Promise<EnginePage> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(screen.stdio[3] as Readable, 'data')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      // The sandbox does not start for root, who runs the tests in a container.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  const processes = [driver, screen]
  try {
    const send = commands(`http://127.0.0.1:${port}`)
    await expect(() => send('GET', '/status')).toPass({ timeout: 30_000 })
    const { sessionId } = (await send('POST', '/session', {
      capabilities: { alwaysMatch: { timeouts: { script: 30_000, pageLoad: 30_000 } } },
    })) as { sessionId: string }
    return pageOf(
      (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
      processes,
    )
  } catch (error) {
    await end(processes)
    throw error
  }
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>

function commands(url: string): Send {
  return async (method, path, body) => {
    const response = await fetch(url + path, { method, body: JSON.stringify(body) })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
}

function pageOf(send: Send, processes: ChildProcess[]): EnginePage {
  const evaluate = async (script: string) => {
    const settle = `Promise.resolve(${script}).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const reply = await send('POST', '/execute/async', {
      script: `const done = arguments[0]; ${settle}`,
      args: [],
    })
    const { value, error } = reply as { value?: unknown; error?: string }
    if (error) throw new Error(error)
    return value
  }
  const find = async (element: string) => {
    const found = (await evaluate(element)) as { [ELEMENT]?: string } | null
    if (!found?.[ELEMENT]) throw new Error(`No element: ${element}`)
    return `/element/${found[ELEMENT]}`
  }
  const type = async (element: string, text: string) => {
    await send('POST', `${await find(element)}/value`, { text })
  }
  return {
    goto: (url) => send('POST', '/url', { url }),
    evaluate,
    click: async (element) => {
      // The driver does not scroll to an element outside of the window, as the standard asks.
      await evaluate(`(${element}).scrollIntoView({ block: 'nearest' })`)
      await send('POST', `${await find(element)}/click`, {})
    },
    type,
    // As keys: https://w3c.github.io/webdriver/#element-send-keys.
    chooseFile: type,
    close: async () => {
      await send('DELETE', '').catch(() => undefined)
      await end(processes)
    },
  }
}

async function end(processes: ChildProcess[]): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || !child.kill()) continue
    await once(child, 'exit')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
