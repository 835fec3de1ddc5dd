/** The end of the names of files with bundles. */
export const BUNDLE_ENDING = '.gearheads'

/** Chrome shares files of known types only. */
const isBundle = ({ name }: File) => /\.gearheads(\.txt)?$/i.test(name)

/** The files with which the system starts the app, where it can (File Handling API). */
type LaunchQueue = {
  setConsumer: (consumer: (launch: { files?: { getFile: () => Promise<File> }[] }) => void) => void
}

/**
 * Calls `onBundles` with each bundle that is opened with the app, or dropped anywhere in its window (R16.25).
 * @returns a function that ends the latter
 */
export function receiveBundles(onBundles: (bundles: File[]) => void): () => void {
  const receive = (files: File[]) => {
    const bundles = files.filter(isBundle)
    if (bundles.length > 0) onBundles(bundles)
    return bundles.length > 0
  }
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    Promise.all(files.map((file) => file.getFile())).then(receive, console.error)
  })
  const stop = new AbortController()
  // Before the elements that take pictures.
  const options = { capture: true, signal: stop.signal }
  window.addEventListener(
    'dragover',
    (event) => {
      // Otherwise the browser would leave the page to open the file.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    },
    options,
  )
  window.addEventListener(
    'drop',
    (event) => {
      if (!receive([...(event.dataTransfer?.files ?? [])])) return
      event.preventDefault()
      event.stopPropagation()
    },
    options,
  )
  return () => stop.abort()
}
