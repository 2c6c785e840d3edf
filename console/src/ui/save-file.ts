/** Lets the browser save a text or bytes as a file. */
export function saveFile(name: string, content: string | Blob, type = 'application/xml'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
