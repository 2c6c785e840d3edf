/** Returns the address of an application by its path, such as `ref.counterparties`. */
export function applicationAddress(path: string): { namespace: string; code: string } {
  const dot = path.lastIndexOf('.')
  return { namespace: path.slice(0, Math.max(dot, 0)), code: path.slice(dot + 1) }
}
