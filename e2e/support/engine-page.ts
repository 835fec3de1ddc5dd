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
