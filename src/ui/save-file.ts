/** Saves a file on this device, as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** @param type its media type */
export function saveText(name: string, text: string, type = 'application/json'): void {
  saveFile(name, new Blob([text], { type }))
}
