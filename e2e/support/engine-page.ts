import { expect } from 'playwright/test'

/**
 * A page of any browser engine, with the features of every automation protocol: scripts, and real clicks and keys.
 * A script is the source of an expression; a promise is awaited. Elements are identified by a script, too.
 */
export type EnginePage = {
  goto(url: string): Promise<unknown>
  evaluate(script: string): Promise<unknown>
  click(element: string): Promise<void>
  /** Types into the element, after its text. */
  type(element: string, text: string): Promise<void>
  /** Chooses the file for an `<input type="file">`. */
  chooseFile(element: string, path: string): Promise<void>
  close(): Promise<void>
}

/** The script that finds a visible button by the start of its name. */
export function button(name: string, within = 'document'): string {
  return visible(within, 'button', 'element.ariaLabel ?? element.textContent.trim()', name)
}

/** The script that finds a visible field by the start of its label. */
export function field(label: string): string {
  const name = 'element.ariaLabel ?? element.labels?.[0]?.textContent.trim()'
  return visible('document', 'input, textarea', name, label)
}

function visible(within: string, selector: string, name: string, wanted: string): string {
  const test = `element.checkVisibility() && (${name})?.startsWith(${JSON.stringify(wanted)})`
  return `[...(${within}?.querySelectorAll('${selector}') ?? [])].find((element) => ${test})`
}

export async function see(page: EnginePage, element: string): Promise<void> {
  const screen = 'document.title + document.body.innerText.slice(0, 500)'
  await expectValue(page, `${element} ? 'visible' : ${screen}`, 'visible')
}

// Retried, because the element may be replaced while the driver reaches for it.

export async function click(page: EnginePage, element: string): Promise<void> {
  await see(page, element)
  await expect(() => page.click(element)).toPass({ timeout: 30_000 })
}

export async function type(page: EnginePage, element: string, text: string): Promise<void> {
  await see(page, element)
  await expect(() => page.type(element, text)).toPass({ timeout: 30_000 })
  await expectValue(page, `${element}.value`, text)
}

/** Repeats the script until it returns the value. Scripts fail while the page is being left. */
export async function expectValue(page: EnginePage, script: string, value: unknown): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(script), script).toEqual(value)
  }).toPass({ timeout: 30_000 })
}
